import type {Database} from './driver.ts'
import {truncateLog} from './truncate-log.ts'

/** Pages in the log before it is copied into the database, usually, and where much is written. */
const usual = 1000
const late = 16_384

/** Does what writes much: the log is copied into the database more rarely, because each time waits for the disk, and emptied at the end. */
export async function writeMuch(database: Database, work: () => Promise<void>): Promise<void> {
  database.exec(`pragma wal_autocheckpoint = ${late}`)
  try {
    await work()
  } finally {
    database.exec(`pragma wal_autocheckpoint = ${usual}`)
  }
  truncateLog(database)
}
