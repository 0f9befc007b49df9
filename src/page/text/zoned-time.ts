import type {Instant} from '../../model/index.ts'

/** Creating a formatter is slow, and a run has one time zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** The last quarter of an hour of each zone: clocks are only changed at its ends. */
const quarters = new Map<string, {readonly start: number; readonly text: string}>()

const quarterMs = 900_000

/** Whether a calendar has this time; a transcript can contain any number. */
export const isCalendarTime = (instant: Instant | undefined): instant is Instant =>
  instant !== undefined && Math.abs(instant) <= 8.64e15

/** A time in a zone, `2026-01-02 14:03:22`; undefined for a time that no calendar has. */
export function formatZonedTime(instant: Instant | undefined, zone: string): string | undefined {
  if (!isCalendarTime(instant)) return undefined
  // Every entry has a time; counting on from a formatted one takes a tenth of the time of formatting.
  const start = Math.floor(instant / quarterMs) * quarterMs
  let quarter = quarters.get(zone)
  if (quarter?.start !== start) {
    quarter = {start, text: formatterFor(zone).format(start)}
    quarters.set(zone, quarter)
  }
  const {text} = quarter
  // Before there were time zones, local clocks differed by seconds.
  if (!text.endsWith(':00')) return formatterFor(zone).format(instant)
  const seconds = Math.floor((instant - start) / 1000)
  const minutes = Number(text.slice(-5, -3)) + Math.floor(seconds / 60)
  return minutes < 60
    ? `${text.slice(0, -5)}${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : formatterFor(zone).format(instant)
}

/** The time of day in a zone, `14:03:22`; undefined for a time that no calendar has. */
export const formatZonedClock = (instant: Instant | undefined, zone: string): string | undefined =>
  formatZonedTime(instant, zone)?.slice(-8)

function formatterFor(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    // The locale that writes dates as ISO 8601 does.
    formatter = new Intl.DateTimeFormat('sv-SE', {dateStyle: 'short', timeStyle: 'medium', timeZone: zone})
    formatters.set(zone, formatter)
  }
  return formatter
}

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value))
