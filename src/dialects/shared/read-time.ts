import type {Instant, JsonValue} from '../../model/index.ts'
import {possibleInstant} from '../../model/instant.ts'

/** Seconds of any date up to the year 5138 are below it, milliseconds of any date after 1973 above. */
const millisecondsFrom = 1e11

/** `Date.parse` finds a date in "attempt 12", so the form is checked first. */
const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Reads ISO 8601 text, or a number of seconds or milliseconds. Anything else is `undefined`, never "now". */
export function readTime(value: JsonValue | undefined): Instant | undefined {
  if (typeof value === 'string') return readDate(value)
  if (typeof value === 'number')
    return possibleInstant(Math.round(value < millisecondsFrom ? value * 1000 : value))
  return undefined
}

/** A time without a zone counts as UTC, so a file means the same on every machine. */
function readDate(value: string): Instant | undefined {
  const written = clientTime(value)
  if (!Number.isNaN(written)) return possibleInstant(written)
  const match = isoDate.exec(value)
  if (!match) return undefined
  const zoneless = value.includes(':') && match[1] === undefined
  return possibleInstant(Date.parse(zoneless ? `${value}Z` : value))
}

/**
 * Reads the form that clients write, `2026-01-02T03:04:05.678Z`, digit by digit: every record has one, and `Date.parse`
 * takes ten times as long. `NaN` for every other form.
 */
function clientTime(value: string): number {
  if (value.length !== 24 || value[10] !== 'T' || value[23] !== 'Z') return Number.NaN
  const month = digits(value, 5, 7)
  const day = digits(value, 8, 10)
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return Number.NaN
  const hours = daysUntil(digits(value, 0, 4), month, day) * 24 + digits(value, 11, 13)
  const seconds = (hours * 60 + digits(value, 14, 16)) * 60 + digits(value, 17, 19)
  return seconds * 1000 + digits(value, 20, 23)
}

/** Days from 1970 to a date. Years begin in March here, so the leap day is the last day of a year. */
function daysUntil(year: number, month: number, day: number): number {
  const march = month < 3 ? year - 1 : year
  const leapDays = Math.floor(march / 4) - Math.floor(march / 100) + Math.floor(march / 400)
  const daysOfMonths = Math.floor((153 * (month < 3 ? month + 9 : month - 3) + 2) / 5)
  return march * 365 + leapDays + daysOfMonths + day - 719469
}

/** The number between two places; `NaN` if anything there is not a digit. */
function digits(value: string, start: number, end: number): number {
  let sum = 0
  for (let at = start; at < end; at++) {
    const digit = value.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    sum = sum * 10 + digit
  }
  return sum
}
