import type {Instant, Line} from './index.ts'

/** When a line was written, if it says so. */
export const timeOf = (line: Line | undefined): Instant | undefined =>
  line?.kind === 'message' ? line.message.time : undefined
