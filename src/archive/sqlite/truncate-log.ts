import type {Database} from './driver.ts'
import {patience} from './open-database.ts'

/** Empties the write-ahead log after much was written, unless somebody reads from it just now: it is as large as it ever was. */
export function truncateLog(database: Database): void {
  database.exec('pragma busy_timeout = 0')
  database.exec('pragma wal_checkpoint(truncate)')
  database.exec(`pragma busy_timeout = ${patience}`)
}
