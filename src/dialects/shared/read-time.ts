import type {Instant, JsonValue} from '../../model/index.ts'

/** Seconds of any date up to the year 5138 are below it, milliseconds of any date after 1973 above. */
const millisecondsFrom = 1e11

/** `Date.parse` sees a date in "attempt 12" as well, so a text must look like one first. */
const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Reads ISO 8601 text, or a number of seconds or milliseconds. What cannot be a time is no time, never "now". */
export function readTime(value: JsonValue | undefined): Instant | undefined {
  if (typeof value === 'string') return readDate(value)
  if (typeof value === 'number') return validTime(Math.round(value < millisecondsFrom ? value * 1000 : value))
  return undefined
}

/** A time of day without a zone counts as UTC, so that a file says the same on every machine. */
function readDate(value: string): Instant | undefined {
  const match = isoDate.exec(value)
  if (!match) return undefined
  const zoneless = value.includes(':') && match[1] === undefined
  return validTime(Date.parse(zoneless ? `${value}Z` : value))
}

const validTime = (time: number): Instant | undefined => (time > 0 && time <= 8.64e15 ? time : undefined)
