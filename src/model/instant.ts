/** A point in time, in milliseconds since 1970 (UTC). Absent is `undefined`, never "now". */
export type Instant = number

/** No transcript is older than this, nor as new: a record that says so has no known time. */
const [earliest, latest] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)]

/** A time that something can have happened at, or nothing. All that reads times from files asks this, and no clock. */
export const possibleInstant = (time: number): Instant | undefined =>
  time >= earliest && time < latest ? time : undefined

/** A time as ISO 8601 text in UTC; `null` if it is unknown. */
export const isoTime = (time: Instant | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString()
