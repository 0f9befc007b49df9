import type {Kept, Task} from './keep-tasks.ts'

/** What a worker is started with. All of them share the list of tasks and take the next one from it. */
export interface IngestWorkerTask {
  readonly archive: string
  readonly tasks: readonly Task[]
  /** How many tasks were taken, and whether somebody writes. */
  readonly shared: SharedArrayBuffer
}

/** What a worker tells. */
export type IngestWorkerNews =
  | {readonly kind: 'kept'; readonly kept: Kept}
  | {readonly kind: 'skipped'; readonly path: string; readonly error: unknown}
  | {readonly kind: 'failed'; readonly reason: string}

const has = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && name in value

/** Checks what came from another thread. */
export const isIngestWorkerTask = (value: unknown): value is IngestWorkerTask =>
  has(value, 'archive') && has(value, 'tasks') && has(value, 'shared')

/** Checks what a worker told. */
export const isIngestWorkerNews = (value: unknown): value is IngestWorkerNews => has(value, 'kind')
