import {rmSync} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {makePrivateFolder} from '../../files/make-folder.ts'
import {ensurePrivateFile} from '../../files/private-files.ts'
import {ArchiveError} from '../archive-error.ts'
import type {Database} from '../sqlite/driver.ts'
import {openFile} from '../sqlite/driver.ts'
import {errorKind} from '../sqlite/error-kind.ts'

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
        `Cannot repair ${folder}: another process has been repairing it for 15 minutes. End that one, and try again.`,
      )
    // It waits without blocking: the holder may be on the same thread.
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
    // Something else is in its place. It has nothing that anybody needs.
    if (kind !== 'damaged') throw error
    rmSync(path, {force: true})
    return undefined
  }
}
