import {existsSync} from 'node:fs'
import {sep} from 'node:path'
import type {Database} from '../sqlite/driver.ts'
import {isOfArchive} from '../sqlite/error-kind.ts'
import {
  bytesOf,
  cursorAt,
  cursorsOf,
  noteKind,
  noteMoved,
  noteReplaced,
  noteTouched,
  noteVanished,
  noteVerified,
} from '../sqlite/file-rows.ts'
import {transaction} from '../sqlite/transaction.ts'
import type {IngestReport, IngestWatcher} from './ingest-report.ts'
import type {Cursor} from './judge-file.ts'
import {judgeFile} from './judge-file.ts'
import type {FoundFile} from './list-files.ts'
import {listFiles} from './list-files.ts'
import type {Look} from './look-at-file.ts'
import {lookAtFile} from './look-at-file.ts'
import {missingFiles} from './missing-files.ts'
import {sourceOf} from './source-of.ts'
import type {Task} from './task.ts'

/** Finds what is new below some folders, and notes what moved or vanished. */
export function findTasks(
  database: Database,
  roots: readonly string[],
  watcher: IngestWatcher,
  report: IngestReport,
): readonly Task[] {
  const cursors = new Map([...cursorsOf(database)].map((cursor) => [cursor.path, cursor]))
  const unseen = new Set(cursors.values())
  const tasks: (Task | undefined)[] = []
  const strangers: FoundFile[] = []
  for (const root of roots) {
    for (const found of listFiles(root, watcher.skipped)) {
      report.files += 1
      const cursor = cursors.get(found.path)
      if (!cursor) strangers.push(found)
      else if (unseen.delete(cursor)) tasks.push(taskFor(database, cursor, found, watcher, report))
    }
  }
  const missing = missingFiles(unseen, (found, cursor) => {
    const look = lookAt(database, cursor, found, watcher)
    return look !== undefined && look.verdict !== 'changed'
  })
  for (const found of strangers) {
    const before = missing.take(found)
    if (!before) tasks.push({found, cursor: undefined})
    else if (transaction(database, () => noteMoved(database, before, found, watcher.now())))
      tasks.push(taskFor(database, {...before, path: found.path}, found, watcher, report))
  }
  const gone = missing
    .left()
    .filter(
      ({path, vanished}) =>
        vanished === undefined && roots.some((root) => path.startsWith(root + sep)) && !existsSync(path),
    )
  if (gone.length > 0)
    transaction(database, () => {
      for (const cursor of gone) noteVanished(database, cursor, watcher.now())
    })
  return tasks.filter((task) => task !== undefined)
}

/** Finds what is new in single files, without looking at any other. */
export function tasksFor(
  database: Database,
  files: readonly FoundFile[],
  watcher: IngestWatcher,
  report: IngestReport,
): readonly Task[] {
  return files.flatMap((found) => {
    report.files += 1
    const cursor = cursorAt(database, found.path)
    return (cursor ? taskFor(database, cursor, found, watcher, report) : {found, cursor}) ?? []
  })
}

/** What is to be read of a file that is known; nothing if it did not change. It is opened only if need be. */
function taskFor(
  database: Database,
  cursor: Cursor,
  found: FoundFile,
  watcher: IngestWatcher,
  report: IngestReport,
): Task | undefined {
  const note = <Result>(work: () => Result): Result => transaction(database, work)
  if (cursor.kind !== found.kind) note(() => noteKind(database, cursor, found, sourceOf(found).session))
  const judged = judgeFile(cursor, found)
  if (judged === 'same') {
    if (cursor.vanished !== undefined) note(() => noteTouched(database, cursor, found, watcher.now()))
    return undefined
  }
  report.filesOpened += 1
  const look =
    judged === 'unclear' ? lookAt(database, cursor, found, watcher) : {verdict: judged, isVerified: true}
  switch (look?.verdict) {
    case undefined:
      return undefined
    case 'same':
      note(() => noteTouched(database, cursor, found, watcher.now()))
      return undefined
    case 'grown':
      if (look?.isVerified) note(() => noteVerified(database, cursor))
      return {found, cursor}
    case 'changed':
      // What another process has noted already, it also reads.
      return note(() => noteReplaced(database, cursor)) ? {found, cursor: undefined} : undefined
  }
}

/** Looks into a file; nothing if it cannot be read, which is reported. */
function lookAt(
  database: Database,
  cursor: Cursor,
  found: FoundFile,
  watcher: IngestWatcher,
): Look | undefined {
  try {
    return lookAtFile(cursor, found, () => bytesOf(database, cursor.id))
  } catch (error) {
    if (isOfArchive(error)) throw error
    watcher.skipped(found.path, error)
    return undefined
  }
}
