/** No flaws: a zero for every oddity that does not stop reading but is reported. */
export const noWarnings = () => ({
  /** A line of white space only. */
  blank: 0,
  /** A line that ends in CR LF. */
  crlf: 0,
  /** A byte order mark at the start. */
  bom: 0,
  /** NUL bytes in front of a record, as after a crash of a file system. */
  'leading-nul': 0,
  /** A last line without its newline: still being written, or cut. */
  unterminated: 0,
  /** A line with only the brackets and commas of an array of records. */
  brackets: 0,
  /** Several records on one line. */
  glued: 0,
  /** Bytes that are not UTF-8. */
  'invalid-utf8': 0,
})

/** How often each flaw was found. */
export type LineWarnings = ReturnType<typeof noWarnings>
