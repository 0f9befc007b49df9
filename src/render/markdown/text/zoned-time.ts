import type {Instant} from '../../../page/index.ts'

/** Formatters are dear to make, and a file has one zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** The quarter of an hour that was asked for last, by zone: clocks change at its ends and never within. */
const quarters = new Map<string, {readonly start: number; readonly moment: string}>()

const quarterMs = 900_000

/** A moment in a zone, `2026-01-02 14:03:22`; nothing for what no calendar has. */
export function formatZonedMoment(instant: Instant | undefined, zone: string): string | undefined {
  if (instant === undefined || !(Math.abs(instant) <= 8.64e15)) return undefined
  const start = Math.floor(instant / quarterMs) * quarterMs
  let quarter = quarters.get(zone)
  if (quarter?.start !== start) {
    quarter = {start, moment: formatterFor(zone).format(start)}
    quarters.set(zone, quarter)
  }
  const minute = /^(.*:)(00|15|30|45):00$/.exec(quarter.moment)
  // Only before there were zones did a place's clock differ by seconds.
  if (!minute) return formatterFor(zone).format(instant)
  const seconds = Math.floor((instant - start) / 1000)
  return `${minute[1]}${pair(Number(minute[2]) + Math.floor(seconds / 60))}:${pair(seconds % 60)}`
}

const pair = (value: number): string => String(value).padStart(2, '0')

function formatterFor(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    // The one locale that writes dates as ISO does.
    formatter = new Intl.DateTimeFormat('sv-SE', {dateStyle: 'short', timeStyle: 'medium', timeZone: zone})
    formatters.set(zone, formatter)
  }
  return formatter
}

/** The time of day: `14:03:22`. */
export const formatZonedClock = (instant: Instant | undefined, zone: string): string | undefined =>
  formatZonedMoment(instant, zone)?.split(' ')[1]

/** From when to when, to the minute, with the day said once where it is one. */
export function formatZonedSpan(
  from: Instant | undefined,
  to: Instant | undefined,
  zone: string,
): string | undefined {
  const [start, end] = [
    formatZonedMoment(from, zone)?.slice(0, -3),
    formatZonedMoment(to, zone)?.slice(0, -3),
  ]
  if (start === undefined || end === undefined || start === end) return start ?? end
  const [day, clock] = end.split(' ')
  return `${start} – ${start.startsWith(`${day} `) ? clock : end}`
}
