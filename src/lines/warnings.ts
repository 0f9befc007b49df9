/** Counts of no flaws: of every oddity that does not stop reading but is worth telling. */
export const noWarnings = () => ({
  /** A line of white space only. */
  blank: 0,
  /** A line that ends in CR LF. */
  crlf: 0,
  /** A byte order mark at the start. */
  bom: 0,
  /** NUL bytes in front of a record, as a crashed file system leaves them. */
  'leading-nul': 0,
  /** A last line without its newline: still being written, or cut. */
  unterminated: 0,
  /** A line with nothing but the brackets and commas of an array of records. */
  brackets: 0,
  /** Several records on one line. */
  glued: 0,
  /** Bytes that are not UTF-8. */
  'invalid-utf8': 0,
})

/** How often each flaw was met. */
export type LineWarnings = ReturnType<typeof noWarnings>
