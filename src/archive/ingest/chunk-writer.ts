import {describeFile} from '../../sources/index.ts'
import type {Database} from '../sqlite/database/driver.ts'
import {isOfArchive} from '../sqlite/database/error-kind.ts'
import {attempt, transaction} from '../sqlite/database/statements.ts'
import {updateAgent} from '../sqlite/files/file-rows.ts'
import {refreshFiles} from '../sqlite/sessions/refresh-touched.ts'
import {writeChunk} from '../sqlite/write/write-chunk.ts'
import {chunkBytes, type FileChunk} from './file-chunk.ts'
import type {FoundFile} from './list-files.ts'
import {rememberRecentLines} from './recent-lines.ts'

/** What one transaction wrote. */
export interface WriteStep {
  /** Files that were opened for the first time. */
  files: number
  bytes: number
  records: number
  /** Sessions whose rows were made again. */
  readonly sessions: string[]
}

/** What a writer needs, and what it calls. */
interface ChunkWriterOptions {
  now(): number
  onWritten(step: WriteStep): Promise<void>
  /** A file could not be written; the others are. */
  onSkip(path: string, error: unknown): void
  /** Whether sessions are made again as soon as their file is read; otherwise the caller does it at the end. */
  readonly refreshesSessions: boolean
}

/** Kept in one transaction: enough to make commits rare, little enough that others do not wait for long. */
const batchSize = 16 * 1024 * 1024

/** Starts to write chunks into an archive, many in one transaction. */
export function newChunkWriter(database: Database, options: ChunkWriterOptions) {
  const lost = new Set<string>()
  let chunks: FileChunk[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    if (chunks.length === 0) return
    const step = transaction(database, () => writeAll(database, chunks, lost, options))
    chunks = []
    size = 0
    await options.onWritten(step)
  }
  return {
    async add(chunk: FileChunk): Promise<void> {
      chunks.push(chunk)
      size += chunkBytes(chunk)
      if (size >= batchSize) await flush()
    },
    end: flush,
    /** Another process takes care of this file. */
    isLost: (path: string): boolean => lost.has(path),
  }
}

function writeAll(
  database: Database,
  chunks: readonly FileChunk[],
  lost: Set<string>,
  {now, refreshesSessions, onSkip}: ChunkWriterOptions,
): WriteStep {
  const step: WriteStep = {files: 0, bytes: 0, records: 0, sessions: []}
  const whole: string[] = []
  for (const chunk of chunks) {
    const {path} = chunk.file
    if (lost.has(path)) continue
    try {
      if (!attempt(database, () => writeChunk(database, chunk, now()))) lost.add(path)
    } catch (error) {
      // What is wrong with the disk or the database stops everything, what is wrong with a file only that file.
      if (isOfArchive(error)) throw error
      lost.add(path)
      onSkip(path, error)
    }
    if (lost.has(path)) continue
    if (chunk.grown) rememberRecentLines(database, path, chunk.grown)
    if (chunk.from === undefined) step.files += 1
    step.bytes += chunkBytes(chunk)
    step.records += chunk.facts.records
    const transcript = transcriptOf(chunk.file)
    if (transcript !== undefined) updateAgent(database, describeFile(transcript))
    if (refreshesSessions && chunk.isLast) whole.push(path)
  }
  try {
    for (const id of attempt(database, () => refreshFiles(database, whole))) step.sessions.push(id)
  } catch (error) {
    // They are still touched: at the end of the ingest each is tried by itself.
    if (isOfArchive(error)) throw error
  }
  return step
}

/** The transcript of the agent that a `.meta.json` file describes; the file can be indexed after the transcript. */
const transcriptOf = ({path}: FoundFile): string | undefined =>
  path.endsWith('.meta.json') ? path.replace(/\.meta\.json$/, '.jsonl') : undefined
