/** What the thread that indexes is started with. */
export interface IndexingTask {
  /** The archive's folder. */
  readonly archive: string
  /** The folders to index, in addition to those that the archive knows. */
  readonly folders: readonly string[]
}

/** What it reports. */
export type IndexingEvent =
  /** Something was indexed. */
  | {readonly kind: 'changed'}
  /** Everything that is there can be found; what went wrong before is over. */
  | {readonly kind: 'current'}
  /** It failed, and ends. */
  | {readonly kind: 'trouble'; readonly reason: string}

/** Only our own threads send these. */
export const isIndexingEvent = (value: unknown): value is IndexingEvent =>
  typeof value === 'object' && value !== null && 'kind' in value

export const isIndexingTask = (value: unknown): value is IndexingTask =>
  typeof value === 'object' && value !== null && 'archive' in value && 'folders' in value
