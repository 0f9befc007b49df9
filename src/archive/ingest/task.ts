import type {Cursor} from './judge-file.ts'
import type {FoundFile} from './list-files.ts'

/** What is to be read of a file. */
export interface Task {
  readonly found: FoundFile
  readonly cursor: Cursor | undefined
}

/** How many bytes a task has to read. */
export const leftOf = ({found, cursor}: Task): number => found.size - (cursor?.offset ?? 0)
