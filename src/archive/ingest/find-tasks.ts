import {existsSync} from 'node:fs'
import {sep} from 'node:path'
import type {Database} from '../sqlite/driver.ts'
import {
  bytesOf,
  cursorAt,
  cursorsOf,
  noteMoved,
  noteReplaced,
  noteTouched,
  noteVanished,
} from '../sqlite/file-rows.ts'
import {transaction} from '../sqlite/transaction.ts'
import type {IngestReport, IngestWatcher} from './ingest-report.ts'
import type {Cursor, Verdict} from './judge-file.ts'
import {judgeFile} from './judge-file.ts'
import type {FoundFile} from './list-files.ts'
import {listFiles} from './list-files.ts'
import {lookAtFile} from './look-at-file.ts'
import {missingFiles} from './missing-files.ts'
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
  const missing = missingFiles(unseen)
  for (const found of strangers) {
    const before = missing.take(found)
    if (before) transaction(database, () => noteMoved(database, before, found, watcher.now()))
    tasks.push(
      before
        ? taskFor(database, {...before, path: found.path}, found, watcher, report)
        : {found, cursor: undefined},
    )
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

function taskFor(
  database: Database,
  cursor: Cursor,
  found: FoundFile,
  watcher: IngestWatcher,
  report: IngestReport,
): Task | undefined {
  const verdict = verdictOn(database, cursor, found, watcher, report)
  switch (verdict) {
    case undefined:
      return undefined
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

/** What became of a file; nothing where there is nothing to note. It is opened only if need be. */
function verdictOn(
  database: Database,
  cursor: Cursor,
  found: FoundFile,
  watcher: IngestWatcher,
  report: IngestReport,
): Verdict | undefined {
  const verdict = judgeFile(cursor, found)
  if (verdict === 'same') return cursor.vanished === undefined ? undefined : 'same'
  report.filesOpened += 1
  if (verdict !== 'unclear') return verdict
  try {
    return lookAtFile(cursor, found.size, () => bytesOf(database, cursor.id))
  } catch (error) {
    watcher.skipped(found.path, error)
    return undefined
  }
}
