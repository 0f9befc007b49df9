import {findFile} from '../../src/archive/ingest/list-files.ts'
import {beginning, readPieces} from '../../src/archive/ingest/read-pieces.ts'
import type {Database} from '../../src/archive/sqlite/driver.ts'
import {keepPiece} from '../../src/archive/sqlite/keep-piece.ts'
import {migrate} from '../../src/archive/sqlite/migrate.ts'
import {openDatabase} from '../../src/archive/sqlite/open-database.ts'
import {refreshTouched} from '../../src/archive/sqlite/refresh-touched.ts'
import {transaction} from '../../src/archive/sqlite/statements.ts'

/** For tests in which nothing may be left out. */
export const throwSkipped = (name: string, error: unknown): never => {
  throw new Error(`${name} was left out`, {cause: error})
}

/** An archive in memory that holds some files. */
export async function archiveOf(paths: Iterable<string>): Promise<Database> {
  const database = await openDatabase(':memory:')
  migrate(database)
  await keepFiles(database, paths)
  return database
}

/** Keeps files that are not in an archive yet. */
export async function keepFiles(database: Database, paths: Iterable<string>): Promise<void> {
  for (const path of paths) {
    const file = findFile(path, '/')
    if (!file) throw new Error(`There is no file ${path}.`)
    for (const piece of readPieces(file, beginning, false))
      transaction(database, () => keepPiece(database, piece, 0))
  }
  refreshTouched(database, throwSkipped)
}
