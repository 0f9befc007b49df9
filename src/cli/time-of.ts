import type {Instant, Line} from '../model/index.ts'

/** When a line was written, where it tells. */
export const timeOf = (line: Line): Instant | undefined =>
  line.kind === 'message' ? line.message.time : undefined
