import {dateExamples, readSpan} from '../../archive/query/index.ts'
import {invalidValue} from '../failure.ts'
import type {Host} from '../host.ts'
import type {Arguments} from './command.ts'

/**
 * The time in an option, such as `yesterday`, `3d` or `2026-01-31`: where it starts and, for a day or a week, where it
 * ends. Empty if the option is not given.
 */
export function timeOption(
  host: Host,
  {values}: Arguments,
  name: string,
  zone = host.zone,
): {readonly start?: number; readonly end?: number} {
  const value = values.get(name)
  if (value === undefined) return {}
  const span = readSpan(value, {now: host.now(), zone})
  if (span) return span
  throw invalidValue(name, value, `a time such as ${dateExamples}`)
}
