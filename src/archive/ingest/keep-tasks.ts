import {describeFile} from '../../sources/index.ts'
import type {Database} from '../sqlite/driver.ts'
import {lastBlockOf, noteAgent} from '../sqlite/file-rows.ts'
import {keepPiece} from '../sqlite/keep-piece.ts'
import {refreshFiles} from '../sqlite/refresh-touched.ts'
import {transaction} from '../sqlite/transaction.ts'
import type {Cursor} from './judge-file.ts'
import type {FoundFile} from './list-files.ts'
import type {Piece} from './piece.ts'
import type {Start} from './read-pieces.ts'
import {beginning, readPieces} from './read-pieces.ts'

/** What is to be read of a file. */
export interface Task {
  readonly found: FoundFile
  readonly cursor: Cursor | undefined
  /** What the path held before. */
  readonly replaces?: Cursor
}

/** What one transaction kept. */
export interface Kept {
  /** Files that were opened for the first time. */
  files: number
  bytes: number
  records: number
  /** Sessions whose rows were made anew. */
  readonly sessions: string[]
}

/** Who follows the keeping. */
export interface KeepWatcher {
  now(): number
  kept(step: Kept): Promise<void>
  skipped(path: string, error: unknown): void
  /** Does something when it is this one's turn to write. */
  inTurn(work: () => void): void
  /** Whether sessions are made anew as soon as their file is read; otherwise the caller does it at the end. */
  readonly refreshes: boolean
}

/** Kept in one transaction: enough to make commits rare, little enough that others do not wait for long. */
const batchSize = 4 * 1024 * 1024

/** Reads what is new in files and keeps it, much in one transaction. */
export async function keepTasks(
  database: Database,
  tasks: Iterable<Task>,
  watcher: KeepWatcher,
): Promise<void> {
  const lost = new Set<string>()
  let pieces: Piece[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    if (pieces.length === 0) return
    const kept = keepPieces(database, pieces, lost, watcher)
    pieces = []
    size = 0
    await watcher.kept(kept)
  }
  for (const task of tasks) {
    const {path} = task.found
    try {
      for (const piece of readPieces(task.found, startOf(database, task.cursor), task.cursor !== undefined)) {
        pieces.push(piece)
        size += bytesIn(piece)
        if (size >= batchSize) await flush()
        // Another process takes care of it.
        if (lost.has(path)) break
      }
    } catch (error) {
      if (!isFileError(error)) throw error
      watcher.skipped(path, error)
    }
  }
  await flush()
}

function keepPieces(
  database: Database,
  pieces: readonly Piece[],
  lost: Set<string>,
  {now, inTurn, refreshes}: KeepWatcher,
): Kept {
  const kept: Kept = {files: 0, bytes: 0, records: 0, sessions: []}
  const keep = (): void => {
    const whole: string[] = []
    for (const piece of pieces) {
      const {path} = piece.file
      if (lost.has(path) || !keepPiece(database, piece, now())) {
        lost.add(path)
        continue
      }
      if (piece.from === undefined) kept.files += 1
      kept.bytes += bytesIn(piece)
      kept.records += piece.facts.records
      const transcript = transcriptOf(piece.file)
      if (transcript !== undefined) noteAgent(database, describeFile(transcript))
      if (refreshes && piece.over) whole.push(path)
    }
    kept.sessions.push(...refreshFiles(database, whole))
  }
  inTurn(() => transaction(database, keep))
  return kept
}

/** The transcript of the agent that a file tells of: such a file may come after it. */
const transcriptOf = ({path}: FoundFile): string | undefined =>
  path.endsWith('.meta.json') ? path.replace(/\.meta\.json$/, '.jsonl') : undefined

const bytesIn = ({to, from}: Piece): number => to.size - (from?.offset ?? 0)

function startOf(database: Database, cursor: Cursor | undefined): Start {
  if (!cursor) return beginning
  const {offset, lines, head, thread} = cursor
  return {offset, lines, head, thread, last: lastBlockOf(database, cursor)}
}

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error
