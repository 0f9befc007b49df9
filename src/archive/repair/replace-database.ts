import {lstatSync, renameSync, rmdirSync, rmSync} from 'node:fs'
import {openFile} from '../sqlite/driver.ts'
import {isOtherThanFile} from './find-damage.ts'

/**
 * Puts a database, which must be one file without a log, into the place of another. Whoever opens it waits until the log
 * of the other is gone from beside it, because SQLite would take that for its own. `keepOther` runs before.
 */
export function replaceDatabase(fresh: string, path: string, keepOther: () => void = () => {}): void {
  const fence = openFile(fresh, {})
  try {
    fence.exec('begin exclusive')
    keepOther()
    clearFolder(path)
    renameSync(fresh, path)
    for (const ending of ['-wal', '-shm', '-journal']) {
      clearFolder(path + ending)
      rmSync(path + ending, {force: true})
    }
  } finally {
    fence.close()
  }
}

/** A folder in the place of a file may belong to someone: only an empty one is deleted. */
function clearFolder(path: string): void {
  if (!isOtherThanFile(path)) return
  try {
    rmdirSync(path)
  } catch {
    moveAside(path, `${path}.folder`)
  }
}

/** Renames something, if it is there. */
export function moveAside(from: string, to: string): void {
  if (lstatSync(from, {throwIfNoEntry: false})) renameSync(from, to)
}
