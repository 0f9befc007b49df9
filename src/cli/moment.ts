import {dateExamples, readSpan} from '../archive/query/index.ts'
import type {Arguments} from './command.ts'
import {Failure} from './failure.ts'
import type {Host} from './host.ts'

/** An option's point in time, in the user's zone: `yesterday`, `3d`, `2026-01-31`; nothing where it was not given. */
export const moment = (host: Host, given: Arguments, name: string, zone = host.zone): number | undefined =>
  spanIn(host, given, name, zone)?.start

/** The end of what an option names: who asks for all until a day means that day too. */
export const momentAfter = (
  host: Host,
  given: Arguments,
  name: string,
  zone = host.zone,
): number | undefined => spanIn(host, given, name, zone)?.end

function spanIn(host: Host, given: Arguments, name: string, zone: string): ReturnType<typeof readSpan> {
  const value = given.values.get(name)
  if (value === undefined) return undefined
  const span = readSpan(value, {now: host.now(), zone})
  if (span) return span
  throw new Failure(`Cannot use --${name} ${value}: it takes a time such as ${dateExamples}.`, 2)
}
