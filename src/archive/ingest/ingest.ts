import {existsSync} from 'node:fs'
import type {Database} from '../sqlite/driver.ts'
import {
  bytesOf,
  cursorAt,
  cursorsOf,
  dropDoubles,
  lastBlockOf,
  noteMoved,
  noteReplaced,
  noteTouched,
  noteVanished,
} from '../sqlite/file-rows.ts'
import {keepPiece} from '../sqlite/keep-piece.ts'
import {refreshTouched} from '../sqlite/refresh-touched.ts'
import {transaction} from '../sqlite/transaction.ts'
import type {Cursor} from './judge-file.ts'
import {judgeFile} from './judge-file.ts'
import type {FoundFile} from './list-files.ts'
import {listFiles} from './list-files.ts'
import {lookAtFile} from './look-at-file.ts'
import type {Piece} from './piece.ts'
import type {Start} from './read-pieces.ts'
import {beginning, readPieces} from './read-pieces.ts'
import {sourceOf} from './source-of.ts'

/** What an ingest did. */
export interface IngestReport {
  /** Files that were found. */
  files: number
  /** Files that were opened, because something about them was new. */
  filesOpened: number
  bytesParsed: number
  records: number
  /** Sessions that something new was learnt of. */
  sessions: number
}

/** Who follows an ingest. */
export interface IngestWatcher {
  now(): number
  /** So many bytes of so many are kept. */
  advance(done: number, all: number): Promise<void>
  skipped(path: string, error: unknown): void
}

/** Kept in one transaction: enough to make commits rare, little enough to hold. */
const batchSize = 16 * 1024 * 1024

/** What is to be read of a file. */
interface Task {
  readonly found: FoundFile
  readonly cursor: Cursor | undefined
  /** What the path held before. */
  readonly replaces?: Cursor
}

/**
 * Takes in everything new below some folders. What did not change is not opened; what grew is read from where it was
 * left; what is gone is marked and stays. Bytes, rows and cursors commit together, so it may be stopped at any moment.
 */
export async function ingest(
  database: Database,
  roots: readonly string[],
  watcher: IngestWatcher,
): Promise<IngestReport> {
  const report = newReport()
  return takeIn(database, findTasks(database, roots, watcher, report), watcher, report)
}

/** Takes in what is new in single files, without looking at any other. */
export async function ingestFiles(
  database: Database,
  files: readonly FoundFile[],
  watcher: IngestWatcher,
): Promise<IngestReport> {
  const report = newReport()
  const tasks = files.flatMap((found) => {
    report.files += 1
    const cursor = cursorAt(database, found.path)
    return (cursor ? taskFor(database, cursor, found, watcher, report) : {found, cursor}) ?? []
  })
  return takeIn(database, tasks, watcher, report)
}

const newReport = (): IngestReport => ({files: 0, filesOpened: 0, bytesParsed: 0, records: 0, sessions: 0})

async function takeIn(
  database: Database,
  tasks: readonly Task[],
  watcher: IngestWatcher,
  report: IngestReport,
): Promise<IngestReport> {
  const all = tasks.reduce((sum, {found, cursor}) => sum + found.size - (cursor?.offset ?? 0), 0)
  const keeper = new Keeper(database, watcher, report, all)
  for (const task of tasks) {
    try {
      for (const piece of readPieces(task.found, startOf(database, task.cursor), task.cursor !== undefined)) {
        if (!(await keeper.add(piece))) break
      }
    } catch (error) {
      if (!isFileError(error)) throw error
      watcher.skipped(task.found.path, error)
    }
  }
  await keeper.flush()
  for (const {found, replaces} of tasks)
    if (replaces) transaction(database, () => dropDoubles(database, replaces, found.path))
  report.sessions = refreshTouched(database)
  return report
}

/** Finds what is new, and notes what moved or vanished. */
function findTasks(
  database: Database,
  roots: readonly string[],
  watcher: IngestWatcher,
  report: IngestReport,
): readonly Task[] {
  const cursors = new Map([...cursorsOf(database)].map((cursor) => [cursor.path, cursor]))
  const missing = new Set(cursors.values())
  const tasks: Task[] = []
  const strangers: FoundFile[] = []
  for (const root of roots) {
    for (const found of listFiles(root, watcher.skipped)) {
      report.files += 1
      const cursor = cursors.get(found.path)
      if (!cursor) strangers.push(found)
      else if (missing.delete(cursor)) {
        const task = taskFor(database, cursor, found, watcher, report)
        if (task) tasks.push(task)
      }
    }
  }
  for (const found of strangers) {
    const before = [...missing].find((cursor) => isMoved(cursor, found))
    if (before) {
      missing.delete(before)
      transaction(database, () => noteMoved(database, before, found, watcher.now()))
    }
    const task = before
      ? taskFor(database, {...before, path: found.path}, found, watcher, report)
      : {found, cursor: undefined}
    if (task) tasks.push(task)
  }
  const gone = [...missing].filter(
    ({path, vanished}) =>
      vanished === undefined && roots.some((root) => path.startsWith(`${root}/`)) && !existsSync(path),
  )
  if (gone.length > 0)
    transaction(database, () => {
      for (const cursor of gone) noteVanished(database, cursor, watcher.now())
    })
  return tasks
}

/** A file that is the same one in another place: it was renamed, or copied and the original removed. */
const isMoved = (cursor: Cursor, found: FoundFile): boolean =>
  cursor.kind === found.kind &&
  ((cursor.inode === found.inode && cursor.device === found.device) ||
    (cursor.size === found.size && cursor.modified === found.modified)) &&
  !existsSync(cursor.path)

function taskFor(
  database: Database,
  cursor: Cursor,
  found: FoundFile,
  watcher: IngestWatcher,
  report: IngestReport,
): Task | undefined {
  let verdict = judgeFile(cursor, found)
  if (verdict === 'same' && cursor.vanished === undefined) return undefined
  if (verdict === 'unclear') {
    report.filesOpened += 1
    try {
      verdict = lookAtFile(cursor, found.size, () => bytesOf(database, cursor.id))
    } catch (error) {
      watcher.skipped(found.path, error)
      return undefined
    }
  } else if (verdict === 'changed') report.filesOpened += 1
  switch (verdict) {
    case 'same':
      transaction(database, () => noteTouched(database, cursor, found, watcher.now()))
      return undefined
    case 'grown':
      return {found, cursor}
    case 'changed':
      transaction(database, () => noteReplaced(database, cursor))
      return {found, cursor: undefined, replaces: cursor}
  }
}

function startOf(database: Database, cursor: Cursor | undefined): Start {
  if (!cursor) return beginning
  const {offset, lines, head} = cursor
  return {offset, lines, head, last: lastBlockOf(database, cursor)}
}

/** Gathers pieces and keeps them, many in one transaction. */
class Keeper {
  #pieces: Piece[] = []
  #size = 0
  #done = 0
  readonly #lost = new Set<string>()
  readonly #opened = new Set<string>()
  readonly #database: Database
  readonly #watcher: IngestWatcher
  readonly #report: IngestReport
  readonly #all: number

  constructor(database: Database, watcher: IngestWatcher, report: IngestReport, all: number) {
    this.#database = database
    this.#watcher = watcher
    this.#report = report
    this.#all = all
  }

  /** Takes a piece; gives false where another process takes care of its file. */
  async add(piece: Piece): Promise<boolean> {
    const {path} = piece.file
    if (!this.#opened.has(path)) {
      this.#opened.add(path)
      if (piece.from === undefined) this.#report.filesOpened += 1
    }
    this.#pieces.push(piece)
    this.#size += piece.to.size - (piece.from?.offset ?? 0)
    if (this.#size >= batchSize) await this.flush()
    return !this.#lost.has(path)
  }

  async flush(): Promise<void> {
    const pieces = this.#pieces
    this.#pieces = []
    this.#size = 0
    const packed = await Promise.all(
      pieces.map(async (piece) => ({
        ...piece,
        source: sourceOf(piece.file),
        blocks: await Promise.all(
          piece.blocks.map(async (block) => ({...block, packed: await block.packed})),
        ),
      })),
    )
    if (packed.length === 0) return
    transaction(this.#database, () => {
      for (const piece of packed) {
        const {path} = piece.file
        if (this.#lost.has(path) || !keepPiece(this.#database, piece, this.#watcher.now())) {
          this.#lost.add(path)
          continue
        }
        const bytes = piece.to.size - (piece.from?.offset ?? 0)
        this.#done += bytes
        this.#report.bytesParsed += bytes
        this.#report.records += piece.records.length
      }
    })
    await this.#watcher.advance(this.#done, this.#all)
  }
}

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error
