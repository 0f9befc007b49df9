import type {SentError} from '../sqlite/error-kind.ts'
import type {Piece} from './piece.ts'
import type {Task} from './task.ts'

/** What a worker is started with. All of them share the list of tasks and take the next one from it. */
export interface IngestWorkerTask {
  readonly archive: string
  readonly tasks: readonly Task[]
  /** How many tasks were taken, and how many batches nobody has kept yet. */
  readonly shared: SharedArrayBuffer
}

/** The places in what is shared. */
export const taken = 0
export const unkept = 1

/** What a worker tells. */
export type IngestWorkerNews =
  | {readonly kind: 'read'; readonly pieces: readonly Piece[]}
  | {readonly kind: 'skipped'; readonly path: string; readonly error: SentError}
  | {readonly kind: 'failed'; readonly error: SentError}

const has = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && name in value

/** Checks what came from another thread. */
export const isIngestWorkerTask = (value: unknown): value is IngestWorkerTask =>
  has(value, 'archive') && has(value, 'tasks') && has(value, 'shared')

/** Checks what a worker told. */
export const isIngestWorkerNews = (value: unknown): value is IngestWorkerNews => has(value, 'kind')
