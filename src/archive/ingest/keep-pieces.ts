import {describeFile} from '../../sources/index.ts'
import type {Database} from '../sqlite/driver.ts'
import {isOfArchive} from '../sqlite/error-kind.ts'
import {noteAgent} from '../sqlite/file-rows.ts'
import {keepPiece} from '../sqlite/keep-piece.ts'
import {refreshFiles} from '../sqlite/refresh-touched.ts'
import {attempt, transaction} from '../sqlite/statements.ts'
import type {FoundFile} from './list-files.ts'
import type {Piece} from './piece.ts'
import {bytesIn} from './piece.ts'
import {rememberLines} from './recent-lines.ts'

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
interface KeepWatcher {
  now(): number
  kept(step: Kept): Promise<void>
  /** A file could not be kept; the others are. */
  skipped(path: string, error: unknown): void
  /** Whether sessions are made anew as soon as their file is read; otherwise the caller does it at the end. */
  readonly refreshes: boolean
}

/** Keeps pieces, many in one transaction. */
interface PieceKeeper {
  add(piece: Piece): Promise<void>
  end(): Promise<void>
  /** Another process takes care of this file. */
  isLost(path: string): boolean
}

/** Kept in one transaction: enough to make commits rare, little enough that others do not wait for long. */
const batchSize = 16 * 1024 * 1024

/** Nothing is kept yet. */
export function keepPieces(database: Database, watcher: KeepWatcher): PieceKeeper {
  const lost = new Set<string>()
  let pieces: Piece[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    if (pieces.length === 0) return
    const kept = transaction(database, () => keepAll(database, pieces, lost, watcher))
    pieces = []
    size = 0
    await watcher.kept(kept)
  }
  return {
    async add(piece) {
      pieces.push(piece)
      size += bytesIn(piece)
      if (size >= batchSize) await flush()
    },
    end: flush,
    isLost: (path) => lost.has(path),
  }
}

function keepAll(
  database: Database,
  pieces: readonly Piece[],
  lost: Set<string>,
  {now, refreshes, skipped}: KeepWatcher,
): Kept {
  const kept: Kept = {files: 0, bytes: 0, records: 0, sessions: []}
  const whole: string[] = []
  for (const piece of pieces) {
    const {path} = piece.file
    if (lost.has(path)) continue
    try {
      if (!attempt(database, () => keepPiece(database, piece, now()))) lost.add(path)
    } catch (error) {
      // What is wrong with the disk or the database stops everything, what is wrong with a file only that file.
      if (isOfArchive(error)) throw error
      lost.add(path)
      skipped(path, error)
    }
    if (lost.has(path)) continue
    if (piece.grown) rememberLines(database, path, piece.grown)
    if (piece.from === undefined) kept.files += 1
    kept.bytes += bytesIn(piece)
    kept.records += piece.facts.records
    const transcript = transcriptOf(piece.file)
    if (transcript !== undefined) noteAgent(database, describeFile(transcript))
    if (refreshes && piece.over) whole.push(path)
  }
  try {
    for (const id of attempt(database, () => refreshFiles(database, whole))) kept.sessions.push(id)
  } catch (error) {
    // They are still touched: at the end of the ingest each is tried by itself.
    if (isOfArchive(error)) throw error
  }
  return kept
}

/** The transcript of the agent that a file tells of: such a file may come after it. */
const transcriptOf = ({path}: FoundFile): string | undefined =>
  path.endsWith('.meta.json') ? path.replace(/\.meta\.json$/, '.jsonl') : undefined
