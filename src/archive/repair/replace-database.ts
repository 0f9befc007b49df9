import {lstatSync, renameSync, rmdirSync, rmSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {makePrivateFolder} from '../../files/make-folder.ts'
import {ensurePrivateFile} from '../../files/private-files.ts'
import {ArchiveError} from '../archive-error.ts'
import {type Database, openFile} from '../sqlite/database/driver.ts'
import {errorKind} from '../sqlite/database/error-kind.ts'
import {findDamage, isOtherThanFile, type Tables} from './find-damage.ts'

/** Milliseconds between two attempts, and after how many of them it is given up. */
const interval = 50
const maxWait = 15 * 60_000

/**
 * Does something that no other process may do at the same time in this folder: repairing, and dropping an index. The lock
 * is SQLite's own on an empty file, so the system releases it if the process dies.
 */
export async function withRepairLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const path = join(folder, 'repair.lock')
  makePrivateFolder(folder)
  for (let waited = 0; ; waited += interval) {
    const lock = tryLock(path)
    if (lock) {
      try {
        return await work()
      } finally {
        lock.close()
      }
    }
    if (waited >= maxWait)
      throw new ArchiveError(
        `Cannot repair ${folder}: another process has been repairing it for 15 minutes. Stop that process and try again.`,
      )
    // It waits without blocking, because the owner may be on the same thread.
    await pause(interval)
  }
}

function tryLock(path: string): Database | undefined {
  let database: Database | undefined
  try {
    ensurePrivateFile(path)
    database = openFile(path, {})
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database?.close()
    const kind = errorKind(error)
    if (kind === 'busy') return undefined
    // Another file is in its place, which contains nothing of value.
    if (kind !== 'damaged') throw error
    rmSync(path, {force: true})
    return undefined
  }
}

/**
 * Puts a database, which must be one file without a log, into the place of another. Whoever opens it waits until the log
 * of the other is removed, because SQLite would use it. `keepOther` runs before.
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

/**
 * Empties those databases of the search index that a look at them shows to be damaged; they are made again from the
 * archive. Gives the emptied ones: none, if another process was faster.
 */
export async function emptyDamagedShards(
  paths: readonly string[],
  schemaFor: (version: number) => Tables | undefined,
): Promise<readonly string[]> {
  const emptied: string[] = []
  for (const path of paths)
    await withRepairLock(dirname(path), async () => {
      if ((await findDamage(path, schemaFor)) === undefined) return
      empty(path)
      emptied.push(path)
    })
  return emptied
}

/** Empties databases of the index whatever they look like. */
export async function emptyShards(paths: readonly string[]): Promise<void> {
  for (const path of paths) await withRepairLock(dirname(path), async () => empty(path))
}

/** A file without a byte is an empty database. */
function empty(path: string): void {
  const fresh = `${path}.empty`
  rmSync(fresh, {force: true})
  ensurePrivateFile(fresh)
  replaceDatabase(fresh, path)
}
