import type {Instant, JsonValue} from '../../model/index.ts'

/** Seconds of any date up to the year 5138 are below it, milliseconds of any date after 1973 above. */
const millisecondsFrom = 1e11

/** Reads ISO 8601 text, or a number of seconds or milliseconds. What cannot be a time is no time, never "now". */
export function readTime(value: JsonValue | undefined): Instant | undefined {
  if (typeof value === 'string') return validTime(Date.parse(value))
  if (typeof value === 'number') return validTime(Math.round(value < millisecondsFrom ? value * 1000 : value))
  return undefined
}

const validTime = (time: number): Instant | undefined => (time > 0 && time <= 8.64e15 ? time : undefined)
