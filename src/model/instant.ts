/** A point in time, in milliseconds since 1970 (UTC). Absent is `undefined`, never "now". */
export type Instant = number

/** Times outside this range are not real: such a record has no known time. */
const [earliest, latest] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)]

/** A time if it is possible, else nothing. Everything that reads times from files uses this. */
export const possibleInstant = (time: number): Instant | undefined =>
  time >= earliest && time < latest ? time : undefined

/** A time as ISO 8601 text in UTC; `null` if it is unknown. */
export const isoTime = (time: Instant | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString()
