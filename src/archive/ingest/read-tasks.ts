import type {Database} from '../sqlite/database/driver.ts'
import {isOfArchive} from '../sqlite/database/error-kind.ts'
import {readLastBlock} from '../sqlite/files/file-rows.ts'
import type {FileCursor} from './compare-file.ts'
import type {FileChunk, IngestTask} from './file-chunk.ts'
import {type ChunkStart, fileStart, readFileChunks} from './read-file-chunks.ts'

/** Who follows the reading. */
interface ReadWatcher {
  skipped(path: string, error: unknown): void
  /** No one wants more of this file. */
  isLost?(path: string): boolean
}

/** Reads what is new in files, a chunk at a time; `database` knows the last block of those that grew. */
export function* readTasks(
  database: Database | undefined,
  tasks: Iterable<IngestTask>,
  {skipped, isLost}: ReadWatcher,
): Generator<FileChunk> {
  for (const {found, cursor} of tasks) {
    try {
      for (const chunk of readFileChunks(found, startOf(database, cursor), cursor !== undefined)) {
        yield chunk
        if (isLost?.(found.path)) break
      }
    } catch (error) {
      // One bad file must not keep the others out; a problem of the archive itself does not belong to the file.
      if (isOfArchive(error)) throw error
      skipped(found.path, error)
    }
  }
}

function startOf(database: Database | undefined, cursor: FileCursor | undefined): ChunkStart {
  if (!database || !cursor) return fileStart
  const {offset, lines, head, thread} = cursor
  return {offset, lines, head, thread, last: readLastBlock(database, cursor)}
}
