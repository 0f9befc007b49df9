import {dateExamples, readSpan} from '../../archive/query/index.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import type {Arguments} from './command.ts'

/** An option's point in time, in the user's zone: `yesterday`, `3d`, `2026-01-31`; nothing where it was not given. */
export const timeOption = (
  host: Host,
  given: Arguments,
  name: string,
  zone = host.zone,
): number | undefined => readTimeSpan(host, given, name, zone)?.start

/** The end of what an option names: who asks for all until a day means that day too. */
export const timeOptionEnd = (
  host: Host,
  given: Arguments,
  name: string,
  zone = host.zone,
): number | undefined => readTimeSpan(host, given, name, zone)?.end

function readTimeSpan(host: Host, given: Arguments, name: string, zone: string): ReturnType<typeof readSpan> {
  const value = given.values.get(name)
  if (value === undefined) return undefined
  const span = readSpan(value, {now: host.now(), zone})
  if (span) return span
  throw new Failure(`Cannot use --${name} ${value}: it takes a time such as ${dateExamples}.`, 2)
}
