import type {Share} from './search-index.ts'

/** What a worker is started with: the archive's path, and that of its part of the index. */
export interface WorkerTask extends Share {
  readonly archive: string
  readonly path: string
}

/** What a worker tells. */
export type WorkerNews =
  | {readonly kind: 'progress'; readonly entries: number; readonly characters: number}
  | {readonly kind: 'failed'; readonly reason: string}
  | {readonly kind: 'finished'}

const has = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && name in value

/** Checks what came from another thread. */
export const isWorkerTask = (value: unknown): value is WorkerTask =>
  has(value, 'archive') && has(value, 'path') && has(value, 'shard') && has(value, 'count')

/** Checks what a worker told. */
export const isWorkerNews = (value: unknown): value is WorkerNews => has(value, 'kind')
