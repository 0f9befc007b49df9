import {ensurePrivateFile} from '../../files/private-files.ts'
import type {Database} from './driver.ts'
import {openFile} from './driver.ts'

/** Milliseconds to wait for somebody else's turn to end. */
export const patience = 30_000

/** Opens a database file so that readers never wait, a writer waits for its turn, and a crash loses nothing that was said to be kept. */
export async function openDatabase(path: string, {readOnly = false} = {}): Promise<Database> {
  if (!readOnly && path !== ':memory:') ensurePrivateFile(path)
  const database = openFile(path, {readOnly})
  database.exec(`pragma busy_timeout = ${patience}`)
  if (readOnly) return database
  database.exec('pragma journal_mode = wal')
  // With a write-ahead log this cannot corrupt the database; a power cut may lose the last commit, which is read again.
  database.exec('pragma synchronous = normal')
  database.exec('pragma cache_size = -65536')
  database.exec('pragma temp_store = memory')
  return database
}
