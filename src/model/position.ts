/** Where a record was read: enough to find its bytes again. */
export interface Position {
  /** The file, `-` for standard input, or any name the source chose. */
  readonly source: string
  /** Line number, from 1. */
  readonly line: number
  /** Which record of that line, from 0; lines hold one record except where several were glued together, or one carries another. */
  readonly record: number
  /** Byte offset of the start of the line in its source. */
  readonly offset: number
}
