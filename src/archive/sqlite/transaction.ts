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

/** Does something inside a transaction wholly or not at all: where it fails, what was done before it stays. */
export function attempt<Result>(database: Database, work: () => Result): Result {
  database.exec('savepoint attempt')
  try {
    const result = work()
    database.exec('release attempt')
    return result
  } catch (error) {
    try {
      database.exec('rollback to attempt; release attempt')
    } catch {
      // The whole transaction is gone already, as when the disk is full; the first error says why.
    }
    throw error
  }
}
