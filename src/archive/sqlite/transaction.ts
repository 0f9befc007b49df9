import type {Database} from './driver.ts'

/** Does something wholly or not at all. Writers take turns: the lock is taken at the beginning. */
export function transaction<Result>(database: Database, work: () => Result): Result {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    try {
      database.exec('rollback')
    } catch {
      // The database has given up by itself, as it does when the disk is full; the first error says why.
    }
    throw error
  }
}
