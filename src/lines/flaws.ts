/** Every oddity that does not stop reading but is worth telling. */
export interface FlawMap {
  /** A line of white space only. */
  blank: true
  /** A line that ends in CR LF. */
  crlf: true
  /** A byte order mark at the start. */
  bom: true
  /** NUL bytes in front of a record, as a crashed file system leaves them. */
  'leading-nul': true
  /** A last line without its newline: still being written, or cut. */
  unterminated: true
  /** A line with nothing but the brackets and commas of an array of records. */
  brackets: true
  /** Several records on one line. */
  glued: true
  /** Bytes that are not UTF-8. */
  'invalid-utf8': true
}

export type Flaw = keyof FlawMap

/** How often each flaw was met. */
export type FlawCounts = {[K in Flaw]: number}

/** Counts of no flaws. */
export const noFlaws = (): FlawCounts => ({
  blank: 0,
  crlf: 0,
  bom: 0,
  'leading-nul': 0,
  unterminated: 0,
  brackets: 0,
  glued: 0,
  'invalid-utf8': 0,
})
