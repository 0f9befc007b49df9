import {dateExamples, readDate} from '../archive/query/index.ts'
import type {Arguments} from './command.ts'
import {Failure} from './failure.ts'
import type {Host} from './host.ts'

/** An option's point in time, in the user's zone: `yesterday`, `3d`, `2026-01-31`; nothing where it was not given. */
export function moment(host: Host, given: Arguments, name: string, zone = host.zone): number | undefined {
  const value = given.values.get(name)
  if (value === undefined) return undefined
  const time = readDate(value, {now: host.now(), zone})
  if (time !== undefined) return time
  throw new Failure(`Cannot use --${name} ${value}: it takes a time such as ${dateExamples}.`, 2)
}
