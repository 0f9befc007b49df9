import type {Instant} from '../../model/index.ts'
import type {QueryContext} from './query.ts'
import {instantOf, parseOffset, type WallTime, wallTimeAt} from './zone-time.ts'

/** What a date may look like, for those who wrote another one. */
export const dateExamples = '2026-01-31, 2026-01-31T14:00, 2026-01, today, yesterday, 3d, 12h, "last week"'

/** The period of a date: its first moment, and the first moment after it. Both are equal for a point in time. */
interface DateSpan {
  readonly start: Instant
  readonly end: Instant
}

/**
 * The moment of a date: for a day or longer, its start in the user's time zone. Counted back in
 * minutes or hours it is that very moment; in days or more, the beginning of that day. Weeks begin on Monday.
 */
export const readDate = (text: string, asked: QueryContext): Instant | undefined =>
  readSpan(text, asked)?.start

/** The same with its end, for those who mean all of a day that they name. */
export function readSpan(text: string, {now, zone}: QueryContext): DateSpan | undefined {
  const said = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+(?=[a-z])|(?<=[a-z])[\s-]+/g, ' ')
  const today = wallTimeAt(now, zone)
  if (said === 'now') return inRange(now)
  const days = namedDays.get(said)?.(today) ?? spokenDay(said, today)
  if (days) return spanOf(...days, zone)
  return readAgo(said.replace(/^an? (?=[a-z])/, '1 '), today, now, zone) ?? readIso(text.trim(), zone)
}

type Today = Required<WallTime>

/** The first day of a span, and the first after it. */
type Days = readonly [first: WallTime, after: WallTime]

const daysAfter = ({year, month, day}: WallTime, days: number): WallTime => ({year, month, day: day + days})
const daysFrom = (first: WallTime, days: number): Days => [first, daysAfter(first, days)]
const monthOf = (year: number, month: number): Days => [
  {year, month, day: 1},
  {year, month: month + 1, day: 1},
]
const yearOf = (year: number): Days => [
  {year, month: 1, day: 1},
  {year: year + 1, month: 1, day: 1},
]

/** Days since Monday. */
const weekday = ({year, month, day}: WallTime): number =>
  (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7

const namedDays: ReadonlyMap<string, (today: Today) => Days> = new Map([
  ['today', (today: Today) => daysFrom(daysAfter(today, 0), 1)],
  ['yesterday', (today: Today) => daysFrom(daysAfter(today, -1), 1)],
  ['tomorrow', (today: Today) => daysFrom(daysAfter(today, 1), 1)],
  ['this week', (today: Today) => daysFrom(daysAfter(today, -weekday(today)), 7)],
  ['last week', (today: Today) => daysFrom(daysAfter(today, -weekday(today) - 7), 7)],
  ['this month', ({year, month}: Today) => monthOf(year, month)],
  ['last month', ({year, month}: Today) => monthOf(year, month - 1)],
  ['this year', ({year}: Today) => yearOf(year)],
  ['last year', ({year}: Today) => yearOf(year - 1)],
])

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const inWeek = /^(last )?(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?$/
const inYear =
  /^(?:(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})|([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?)(?:,? (\d{4}))?$/

/** A day by its name: the last that was called so. `last monday` is never today. */
function spokenDay(said: string, today: Today): Days | undefined {
  const [week, last, name = ''] = inWeek.exec(said) ?? []
  if (week !== undefined) {
    const back = (weekday(today) - weekdays.indexOf(name.slice(0, 3)) + 7) % 7
    return daysFrom(daysAfter(today, -(back === 0 && last ? 7 : back)), 1)
  }
  const [date, dayBefore, monthBehind, monthBefore, dayBehind, year] =
    inYear.exec(said.replaceAll('.', '')) ?? []
  const word = monthBehind ?? monthBefore ?? ''
  // Only names can be abbreviated.
  const month = months.findIndex((name) => name.startsWith(word)) + 1
  if (date === undefined || month === 0) return undefined
  const day = Number(dayBefore ?? dayBehind)
  const isLater = month > today.month || (month === today.month && day > today.day)
  const first = {year: year === undefined ? today.year - (isLater ? 1 : 0) : Number(year), month, day}
  return isOnCalendar({...first, hour: 0, minute: 0, second: 0}) ? daysFrom(first, 1) : undefined
}

const spanOf = (first: WallTime, after: WallTime, zone: string): DateSpan | undefined =>
  inRange(instantOf(first, zone), instantOf(after, zone))

const ago =
  /^(\d{1,6}) ?(m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mo|mos|months?|y|yrs?|years?)(?: ago)?$/

function readAgo(said: string, today: Today, now: Instant, zone: string): DateSpan | undefined {
  const [, digits, unit = ''] = ago.exec(said) ?? []
  if (digits === undefined) return undefined
  const count = Number(digits)
  const {year, month, day} = today
  const dayLong = (first: WallTime): DateSpan | undefined => spanOf(...daysFrom(first, 1), zone)
  if (unit.startsWith('mo')) return dayLong(dayInMonth(year, month - count, day))
  if (unit.startsWith('y')) return dayLong(dayInMonth(year - count, month, day))
  if (unit.startsWith('w')) return dayLong(daysAfter(today, -7 * count))
  if (unit.startsWith('d')) return dayLong(daysAfter(today, -count))
  return inRange(now - count * (unit.startsWith('h') ? 3_600_000 : 60_000))
}

/** The same day of another month, or its last day if it is shorter. */
function dayInMonth(year: number, month: number, day: number): WallTime {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return {year, month, day: Math.min(day, last)}
}

/** No clock is further from UTC than 14 hours. */
const iso =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?)?)?$/i

function readIso(text: string, zone: string): DateSpan | undefined {
  const [found, years, months, days, hours, minutes = '00', seconds = '00', offset] = iso.exec(text) ?? []
  if (found === undefined) return undefined
  const wall = {
    year: Number(years),
    month: Number(months ?? 1),
    day: Number(days ?? 1),
    hour: Number(hours ?? 0),
    minute: Number(minutes),
    second: Number(seconds),
  }
  if (!isOnCalendar(wall)) return undefined
  if (months === undefined) return spanOf(...yearOf(wall.year), zone)
  if (days === undefined) return spanOf(...monthOf(wall.year, wall.month), zone)
  if (hours === undefined) return spanOf(...daysFrom(wall, 1), zone)
  return inRange(offset === undefined ? instantOf(wall, zone) : instantOf(wall, 'UTC') - parseOffset(offset))
}

function isOnCalendar({year, month, day, hour, minute, second}: Required<WallTime>): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return (
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  )
}

const inRange = (start: number, end = start): DateSpan | undefined =>
  Number.isFinite(start) && Number.isFinite(end) ? {start, end} : undefined
