import {findFile} from '../../../src/archive/ingest/list-files.ts'
import {fileStart, readFileChunks} from '../../../src/archive/ingest/read-file-chunks.ts'
import type {Database} from '../../../src/archive/sqlite/database/driver.ts'
import {openDatabase} from '../../../src/archive/sqlite/database/open-database.ts'
import {transaction} from '../../../src/archive/sqlite/database/statements.ts'
import {migrate} from '../../../src/archive/sqlite/schema/migrate.ts'
import {refreshTouched} from '../../../src/archive/sqlite/sessions/refresh-touched.ts'
import {writeChunk} from '../../../src/archive/sqlite/write/write-chunk.ts'

/** For tests in which nothing may be left out. */
export const throwSkipped = (name: string, error: unknown): never => {
  throw new Error(`${name} was left out`, {cause: error})
}

/** An archive in memory that holds some files. */
export async function memoryArchive(paths: Iterable<string>): Promise<Database> {
  const database = await openDatabase(':memory:')
  migrate(database)
  await addFiles(database, paths)
  return database
}

/** Keeps files that are not in an archive yet. */
export async function addFiles(database: Database, paths: Iterable<string>): Promise<void> {
  for (const path of paths) {
    const file = findFile(path, '/')
    if (!file) throw new Error(`There is no file ${path}.`)
    for (const piece of readFileChunks(file, fileStart, false))
      transaction(database, () => writeChunk(database, piece, 0))
  }
  refreshTouched(database, throwSkipped)
}
