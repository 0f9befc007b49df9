import type {Instant} from '../../model/index.ts'
import type {AskedAt} from './query.ts'
import type {WallTime} from './zone-time.ts'
import {instantOf, wallTimeAt} from './zone-time.ts'

/** What a date may look like, for those who wrote another one. */
export const dateExamples = '2026-01-31, 2026-01-31T14:00, 2026-01, today, yesterday, 3d, 12h, "last week"'

/**
 * The moment a date names: where that is a day or longer, its beginning in the user's time zone. Counted back in
 * minutes or hours it is that very moment; in days or more, the beginning of that day. Weeks begin on Monday.
 */
export function readDate(text: string, {now, zone}: AskedAt): Instant | undefined {
  const said = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+(?=[a-z])|(?<=[a-z])[\s-]+/g, ' ')
  const today = wallTimeAt(now, zone)
  const named = namedDays.get(said)
  if (named) return dayOf(named(today), zone)
  return readAgo(said, today, now, zone) ?? readIso(text.trim(), zone)
}

type Today = Required<WallTime>

const daysBefore = ({year, month, day}: WallTime, days: number): WallTime => ({year, month, day: day - days})

/** Days since Monday. */
const weekday = ({year, month, day}: WallTime): number =>
  (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7

const namedDays: ReadonlyMap<string, (today: Today) => WallTime> = new Map([
  ['today', (today: Today) => daysBefore(today, 0)],
  ['yesterday', (today: Today) => daysBefore(today, 1)],
  ['this week', (today: Today) => daysBefore(today, weekday(today))],
  ['last week', (today: Today) => daysBefore(today, weekday(today) + 7)],
  ['this month', ({year, month}: Today) => ({year, month, day: 1})],
  ['last month', ({year, month}: Today) => ({year, month: month - 1, day: 1})],
  ['this year', ({year}: Today) => ({year, month: 1, day: 1})],
  ['last year', ({year}: Today) => ({year: year - 1, month: 1, day: 1})],
])

const dayOf = ({year, month, day}: WallTime, zone: string): Instant | undefined =>
  inRange(instantOf({year, month, day}, zone))

const ago =
  /^(\d{1,6}) ?(m|min|mins|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mo|mos|months?|y|yrs?|years?)(?: ago)?$/

function readAgo(said: string, today: Today, now: Instant, zone: string): Instant | undefined {
  const [, digits, unit = ''] = ago.exec(said) ?? []
  if (digits === undefined) return undefined
  const count = Number(digits)
  const {year, month, day} = today
  if (unit.startsWith('mo')) return dayOf(dayInMonth(year, month - count, day), zone)
  if (unit.startsWith('y')) return dayOf(dayInMonth(year - count, month, day), zone)
  if (unit.startsWith('w')) return dayOf(daysBefore(today, 7 * count), zone)
  if (unit.startsWith('d')) return dayOf(daysBefore(today, count), zone)
  return inRange(now - count * (unit.startsWith('h') ? 3_600_000 : 60_000))
}

/** The same day of another month, or its last where it is shorter. */
function dayInMonth(year: number, month: number, day: number): WallTime {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return {year, month, day: Math.min(day, last)}
}

const iso =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i

function readIso(text: string, zone: string): Instant | undefined {
  const [found, years, months = '01', days = '01', hours = '00', minutes = '00', seconds = '00', offset] =
    iso.exec(text) ?? []
  if (found === undefined) return undefined
  const wall = {
    year: Number(years),
    month: Number(months),
    day: Number(days),
    hour: Number(hours),
    minute: Number(minutes),
    second: Number(seconds),
  }
  if (!isOnCalendar(wall)) return undefined
  if (offset === undefined) return inRange(instantOf(wall, zone))
  return inRange(instantOf(wall, 'UTC') - minutesOf(offset) * 60_000)
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

function isOnCalendar({year, month, day, hour, minute, second}: Required<WallTime>): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return (
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  )
}

const inRange = (time: number): Instant | undefined => (Number.isFinite(time) ? time : undefined)
