import {describeFile} from '../../sources/index.ts'
import type {Database} from '../sqlite/database/driver.ts'
import {isOfArchive} from '../sqlite/database/error-kind.ts'
import {attempt, transaction} from '../sqlite/database/statements.ts'
import {updateAgent} from '../sqlite/files/file-rows.ts'
import {refreshFiles} from '../sqlite/sessions/refresh-touched.ts'
import {writeChunk} from '../sqlite/write/write-chunk.ts'
import type {FileChunk} from './file-chunk.ts'
import {chunkBytes} from './file-chunk.ts'
import type {FoundFile} from './list-files.ts'
import {rememberRecentLines} from './recent-lines.ts'

/** What one transaction kept. */
export interface WriteStep {
  /** Files that were opened for the first time. */
  files: number
  bytes: number
  records: number
  /** Sessions whose rows were made anew. */
  readonly sessions: string[]
}

/** Who follows the keeping. */
interface ChunkWriterOptions {
  now(): number
  onWritten(step: WriteStep): Promise<void>
  /** A file could not be kept; the others are. */
  onSkip(path: string, error: unknown): void
  /** Whether sessions are made anew as soon as their file is read; otherwise the caller does it at the end. */
  readonly refreshesSessions: boolean
}

/** Keeps pieces, many in one transaction. */
interface ChunkWriter {
  add(piece: FileChunk): Promise<void>
  end(): Promise<void>
  /** Another process takes care of this file. */
  isLost(path: string): boolean
}

/** Kept in one transaction: enough to make commits rare, little enough that others do not wait for long. */
const batchSize = 16 * 1024 * 1024

/** Nothing is kept yet. */
export function newChunkWriter(database: Database, watcher: ChunkWriterOptions): ChunkWriter {
  const lost = new Set<string>()
  let pieces: FileChunk[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    if (pieces.length === 0) return
    const kept = transaction(database, () => writeAll(database, pieces, lost, watcher))
    pieces = []
    size = 0
    await watcher.onWritten(kept)
  }
  return {
    async add(piece) {
      pieces.push(piece)
      size += chunkBytes(piece)
      if (size >= batchSize) await flush()
    },
    end: flush,
    isLost: (path) => lost.has(path),
  }
}

function writeAll(
  database: Database,
  pieces: readonly FileChunk[],
  lost: Set<string>,
  {now, refreshesSessions, onSkip}: ChunkWriterOptions,
): WriteStep {
  const kept: WriteStep = {files: 0, bytes: 0, records: 0, sessions: []}
  const whole: string[] = []
  for (const piece of pieces) {
    const {path} = piece.file
    if (lost.has(path)) continue
    try {
      if (!attempt(database, () => writeChunk(database, piece, now()))) lost.add(path)
    } catch (error) {
      // What is wrong with the disk or the database stops everything, what is wrong with a file only that file.
      if (isOfArchive(error)) throw error
      lost.add(path)
      onSkip(path, error)
    }
    if (lost.has(path)) continue
    if (piece.grown) rememberRecentLines(database, path, piece.grown)
    if (piece.from === undefined) kept.files += 1
    kept.bytes += chunkBytes(piece)
    kept.records += piece.facts.records
    const transcript = transcriptOf(piece.file)
    if (transcript !== undefined) updateAgent(database, describeFile(transcript))
    if (refreshesSessions && piece.isLast) whole.push(path)
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
