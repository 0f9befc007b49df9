/** A point in time, in milliseconds since 1970 (UTC). Absent is `undefined`, never "now". */
export type Instant = number
