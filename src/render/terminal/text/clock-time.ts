import type {Instant} from '../../../page/index.ts'

/** Formatters are dear to make, and a run has one zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** The time of day in a zone: `14:03:22`. */
export function formatClockTime(instant: Instant, zone: string): string {
  let formatter = formatters.get(zone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {timeStyle: 'medium', hourCycle: 'h23', timeZone: zone})
    formatters.set(zone, formatter)
  }
  // A transcript may hold a time that no calendar has.
  return Math.abs(instant) <= 8.64e15 ? formatter.format(instant) : '--:--:--'
}
