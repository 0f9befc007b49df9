import type {Database} from '../sqlite/driver.ts'
import {isOfArchive} from '../sqlite/error-kind.ts'
import {lastBlockOf} from '../sqlite/file-rows.ts'
import type {Cursor} from './look-at-file.ts'
import type {Piece, Task} from './piece.ts'
import type {Start} from './read-pieces.ts'
import {beginning, readPieces} from './read-pieces.ts'

/** Who follows the reading. */
interface ReadWatcher {
  skipped(path: string, error: unknown): void
  /** Nobody wants more of this file. */
  isLost?(path: string): boolean
}

/** Reads what is new in files, a piece at a time; `database` knows the last block of those that grew. */
export function* readTasks(
  database: Database | undefined,
  tasks: Iterable<Task>,
  {skipped, isLost}: ReadWatcher,
): Generator<Piece> {
  for (const {found, cursor} of tasks) {
    try {
      for (const piece of readPieces(found, startOf(database, cursor), cursor !== undefined)) {
        yield piece
        if (isLost?.(found.path)) break
      }
    } catch (error) {
      // One bad file must not keep the others out; a problem of the archive itself does not belong to the file.
      if (isOfArchive(error)) throw error
      skipped(found.path, error)
    }
  }
}

function startOf(database: Database | undefined, cursor: Cursor | undefined): Start {
  if (!database || !cursor) return beginning
  const {offset, lines, head, thread} = cursor
  return {offset, lines, head, thread, last: lastBlockOf(database, cursor)}
}
