import type {Instant} from '../../model/index.ts'

/** A day of the calendar, and a time of it; months from 1. A day or month beyond its range is the next one's. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour?: number
  readonly minute?: number
  readonly second?: number
}

const minute = 60_000

/** The maximum of a `Date`, in milliseconds from 1970. */
const maxTime = 8.64e15
const formats = new Map<string, Intl.DateTimeFormat>()

/** What clocks and calendars show in a time zone. */
export function wallTimeAt(time: Instant, zone: string): Required<WallTime> {
  const shown = new Date(time + offsetAt(time, zone))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  }
}

/**
 * When a time zone's clocks show something. Of a time shown twice it is the earlier one; a time that is skipped is the
 * first one after the gap, so that a day without midnight begins when it begins.
 */
export function instantOf(wall: WallTime, zone: string): Instant {
  const shown = utcOf(wall)
  const before = shown - offsetAt(shown - 24 * 60 * minute, zone)
  const after = shown - offsetAt(shown + 24 * 60 * minute, zone)
  if (before + offsetAt(before, zone) === shown) return before
  if (after + offsetAt(after, zone) === shown) return after
  return endOfGap(Math.min(before, after), Math.max(before, after), zone)
}

/** The minute in which the clocks were put forward. */
function endOfGap(from: Instant, to: Instant, zone: string): Instant {
  let low = Math.floor(from / minute)
  let high = Math.ceil(to / minute)
  const old = offsetAt(from, zone)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * minute, zone) === old) low = middle
    else high = middle
  }
  return high * minute
}

function utcOf({year, month, day, hour = 0, minute = 0, second = 0}: WallTime): number {
  // `Date.UTC` takes the years 0 to 99 for 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  return date.getTime()
}

/** How far clocks are ahead of UTC, in milliseconds. */
export function offsetAt(time: Instant, zone: string): number {
  if (!(Math.abs(time) <= maxTime)) return Number.NaN
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-US', {timeZone: zone, timeZoneName: 'longOffset'})
  formats.set(zone, format)
  const name = format.formatToParts(time).find(({type}) => type === 'timeZoneName')
  return parseOffset(name?.value ?? '')
}

/** Reads an offset such as `+02:00`, `-0530` or `GMT-04:56:02` as milliseconds; one without digits is 0. */
export function parseOffset(text: string): number {
  const [, sign, hours, minutes, seconds = 0] = /([+-])(\d{2}):?(\d{2})(?::?(\d{2}))?$/.exec(text) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}
