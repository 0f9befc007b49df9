import {existsSync} from 'node:fs'
import {basename, sep} from 'node:path'
import {addToList} from '../../model/maps.ts'
import type {IngestReport, IngestWatcher} from '../archive.ts'
import type {Database} from '../sqlite/database/driver.ts'
import {isOfArchive} from '../sqlite/database/error-kind.ts'
import {transaction} from '../sqlite/database/statements.ts'
import {
  changeKind,
  findCursor,
  markMoved,
  markReplaced,
  markTouched,
  markVanished,
  markVerified,
  readCursors,
  readFileBytes,
} from '../sqlite/files/file-rows.ts'
import {compareFile, type FileComparison, type FileCursor, judgeByStats} from './compare-file.ts'
import type {IngestTask} from './file-chunk.ts'
import {describeSource, type FoundFile, listFiles} from './list-files.ts'

/** Finds what is new below some folders, and notes what moved or vanished. */
export function findTasks(
  database: Database,
  roots: readonly string[],
  watcher: IngestWatcher,
  report: IngestReport,
): readonly IngestTask[] {
  const cursors = new Map([...readCursors(database)].map((cursor) => [cursor.path, cursor]))
  const unseen = new Set(cursors.values())
  const tasks: (IngestTask | undefined)[] = []
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
    else if (transaction(database, () => markMoved(database, before, found, watcher.now())))
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
      for (const cursor of gone) markVanished(database, cursor, watcher.now())
    })
  return tasks.filter((task) => task !== undefined)
}

/** Finds what is new in single files, without looking at any other. */
export function findTasksIn(
  database: Database,
  files: readonly FoundFile[],
  watcher: IngestWatcher,
  report: IngestReport,
): readonly IngestTask[] {
  return files.flatMap((found) => {
    report.files += 1
    const cursor = findCursor(database, found.path)
    return (cursor ? taskFor(database, cursor, found, watcher, report) : {found, cursor}) ?? []
  })
}

/** What is to be read of a file that is known; nothing if it did not change. It is opened only if need be. */
function taskFor(
  database: Database,
  cursor: FileCursor,
  found: FoundFile,
  watcher: IngestWatcher,
  report: IngestReport,
): IngestTask | undefined {
  const note = <Result>(work: () => Result): Result => transaction(database, work)
  if (cursor.kind !== found.kind)
    note(() => changeKind(database, cursor, found, describeSource(found).session))
  const judged = judgeByStats(cursor, found)
  if (judged === 'same') {
    if (cursor.vanished !== undefined) note(() => markTouched(database, cursor, found, watcher.now()))
    return undefined
  }
  report.filesOpened += 1
  const look =
    judged === 'unclear' ? lookAt(database, cursor, found, watcher) : {verdict: judged, isVerified: true}
  switch (look?.verdict) {
    case undefined:
      return undefined
    case 'same':
      note(() => markTouched(database, cursor, found, watcher.now()))
      return undefined
    case 'grown':
      if (look?.isVerified) note(() => markVerified(database, cursor))
      return {found, cursor}
    case 'changed':
      // What another process has noted already, it also reads.
      return note(() => markReplaced(database, cursor)) ? {found, cursor: undefined} : undefined
  }
}

/** Looks into a file; nothing if it cannot be read, which is reported. */
function lookAt(
  database: Database,
  cursor: FileCursor,
  found: FoundFile,
  watcher: IngestWatcher,
): FileComparison | undefined {
  try {
    return compareFile(cursor, found, () => readFileBytes(database, cursor.id))
  } catch (error) {
    if (isOfArchive(error)) throw error
    watcher.skipped(found.path, error)
    return undefined
  }
}

/**
 * Makes files that are missing from their last path ready to be recognised in other places, however many there are. What the system says of a file only
 * suggests which one it was, because it gives the number of a deleted file to the next one that is made: `hasContent`
 * decides, by the bytes that were kept.
 */
function missingFiles(
  unseen: Iterable<FileCursor>,
  hasContent: (found: FoundFile, cursor: FileCursor) => boolean,
) {
  const left = new Set(unseen)
  const byHint = new Map<string, FileCursor[]>()
  for (const cursor of left) for (const hint of hintsOf(cursor)) addToList(byHint, hint, cursor)
  return {
    /** Takes the one that a file was before it was moved, or copied and the original removed. */
    take(found: FoundFile): FileCursor | undefined {
      for (const hint of hintsOf(found)) {
        const before = byHint
          .get(hint)
          ?.find(
            (cursor) =>
              left.has(cursor) &&
              cursor.size > 0 &&
              isNamedAlike(cursor, found) &&
              !existsSync(cursor.path) &&
              hasContent(found, cursor),
          )
        if (!before) continue
        left.delete(before)
        return before
      }
      return undefined
    },
    /** Those that were not taken. */
    left: (): readonly FileCursor[] => [...left],
  }
}

/** What suggests that two files are one: the system's number, or size and time. */
const hintsOf = ({kind, device, inode, size, modified}: FileCursor | FoundFile): readonly string[] => [
  `${kind} ${device} ${inode}`,
  `${kind} ${size} ${modified} of any number`,
]

/** A transcript is of the session and the agent in its name; what belongs to one keeps its own name as well. */
function isNamedAlike(cursor: FileCursor, found: FoundFile): boolean {
  const [before, now] = [describeSource(cursor), describeSource(found)]
  return (
    before.session === now.session &&
    before.agent?.id === now.agent?.id &&
    (found.kind === 'lines' || basename(cursor.path) === basename(found.path))
  )
}
