import {existsSync} from 'node:fs'
import {availableParallelism} from 'node:os'
import type {Database} from '../sqlite/driver.ts'
import {
  bytesOf,
  cursorAt,
  cursorsOf,
  dropDoubles,
  noteMoved,
  noteReplaced,
  noteTouched,
  noteVanished,
} from '../sqlite/file-rows.ts'
import {refreshTouched} from '../sqlite/refresh-touched.ts'
import {transaction} from '../sqlite/transaction.ts'
import {truncateLog} from '../sqlite/truncate-log.ts'
import {keepOnThreads, leftOf} from './ingest-workers.ts'
import type {Cursor} from './judge-file.ts'
import {judgeFile} from './judge-file.ts'
import type {Kept, Task} from './keep-tasks.ts'
import {keepTasks} from './keep-tasks.ts'
import type {FoundFile} from './list-files.ts'
import {listFiles} from './list-files.ts'
import {lookAtFile} from './look-at-file.ts'

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

/** So many bytes are worth the start of other threads. */
const many = 32 * 1024 * 1024

/** They write by turns, so more would wait. */
const mostThreads = 4

/** How an ingest may be done. */
export interface IngestMeans {
  /** The path of the database, for other threads. */
  readonly archive?: string
}

/**
 * Takes in everything new below some folders. What did not change is not opened; what grew is read from where it was
 * left; what is gone is marked and stays. Bytes, rows and cursors commit together, so it may be stopped at any moment.
 */
export async function ingest(
  database: Database,
  roots: readonly string[],
  watcher: IngestWatcher,
  {archive}: IngestMeans = {},
): Promise<IngestReport> {
  const report = newReport()
  return takeIn(database, findTasks(database, roots, watcher, report), watcher, report, archive)
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
  archive?: string,
): Promise<IngestReport> {
  const all = tasks.reduce((sum, task) => sum + leftOf(task), 0)
  const sessions = new Set<string>()
  const {now, skipped} = watcher
  const kept = async (step: Kept): Promise<void> => {
    report.filesOpened += step.files
    report.bytesParsed += step.bytes
    report.records += step.records
    for (const session of step.sessions) sessions.add(session)
    await watcher.advance(report.bytesParsed, all)
  }
  const threads = Math.min(availableParallelism(), mostThreads, tasks.length)
  // What replaces something is done here, because its sessions must not be made anew before the old is gone.
  const apart =
    archive === undefined || all < many || threads < 2 ? [] : tasks.filter((task) => !task.replaces)
  if (archive !== undefined && apart.length > 0) await keepOnThreads(archive, apart, threads, {kept, skipped})
  const own = apart.length === 0 ? tasks : tasks.filter((task) => task.replaces)
  await keepTasks(database, own, {now, skipped, kept, inTurn: (work) => work(), refreshes: false})
  for (const {found, replaces} of own)
    if (replaces) transaction(database, () => dropDoubles(database, replaces, found.path))
  for (const session of refreshTouched(database)) sessions.add(session)
  report.sessions = sessions.size
  // The log has grown large; nobody needs it any more.
  if (apart.length > 0) truncateLog(database)
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
