import {pathToFileURL} from 'node:url'
import {ensurePrivateFile} from '../../../files/private-files.ts'
import {type Database, openFile} from './driver.ts'

/** Milliseconds to wait for another writer. */
const busyTimeout = 30_000

/** Opens a database file so that readers never wait, a writer waits for its turn, and a crash loses nothing that was said to be kept. */
export async function openDatabase(path: string, {readOnly = false} = {}): Promise<Database> {
  if (!readOnly && path !== ':memory:') ensurePrivateFile(path)
  const database = openFile(path, {readOnly})
  database.exec(`pragma busy_timeout = ${busyTimeout}`)
  if (readOnly) return database
  database.exec('pragma journal_mode = wal')
  // With a write-ahead log this cannot corrupt the database; a power cut may lose the last commit, which is read again.
  database.exec('pragma synchronous = normal')
  database.exec('pragma cache_size = -65536')
  database.exec('pragma temp_store = memory')
  return database
}

/** A file that is only read, while others may write to it. */
export const readOnlyUrl = (path: string): string => `${pathToFileURL(path).href}?mode=ro`

/** A file that no one changes while it is read: it needs no other file next to it, but must indeed not change. */
export const immutableUrl = (path: string): string => `${pathToFileURL(path).href}?immutable=1`

/**
 * Opens a database only to read it. Others may write to it meanwhile; where nothing can be written next to it and no one
 * has it open, it can only be read as one that no one changes.
 */
export async function openToRead(path: string): Promise<Database> {
  const database = await openDatabase(path, {readOnly: true})
  try {
    schemaOf(database)
    return database
  } catch {
    database.close()
    return openDatabase(immutableUrl(path), {readOnly: true})
  }
}

/** Empties the write-ahead log after much was written, unless someone reads from it just now: it is as large as it ever was. */
export function truncateLog(database: Database): void {
  database.exec('pragma busy_timeout = 0')
  database.exec('pragma wal_checkpoint(truncate)')
  database.exec(`pragma busy_timeout = ${busyTimeout}`)
}

/** Pages in the log before it is copied into the database, usually, and where much is written. */
const defaultCheckpointPages = 1000
const bulkCheckpointPages = 16_384

/** Does what writes much: the log is copied into the database more rarely, because each time waits for the disk, and emptied at the end. */
export async function bulkWrite(database: Database, work: () => Promise<void>): Promise<void> {
  database.exec(`pragma wal_autocheckpoint = ${bulkCheckpointPages}`)
  try {
    await work()
  } finally {
    database.exec(`pragma wal_autocheckpoint = ${defaultCheckpointPages}`)
  }
  truncateLog(database)
}

/** How many changes a database has had, or one that is attached to it. */
export function schemaOf(database: Database, name = 'main'): number {
  return Number(database.prepare(`pragma ${name}.user_version`).get()?.['user_version'] ?? 0)
}
