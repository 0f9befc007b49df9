import type {Share} from './search-index.ts'

/** What a worker is started with: the archive's path, and that of its part of the index. */
export interface SearchWorkerTask extends Share {
  readonly archive: string
  readonly path: string
}

const names = ['archive', 'path', 'shard', 'count'] as const

/** Checks what came from another thread. */
export const isSearchWorkerTask = (value: unknown): value is SearchWorkerTask =>
  typeof value === 'object' && value !== null && names.every((name) => name in value)
