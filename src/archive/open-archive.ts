import {existsSync, mkdirSync, renameSync} from 'node:fs'
import type {Archive} from './archive.ts'
import {ArchiveError} from './archive-error.ts'
import type {Salvage} from './ingest/salvage.ts'
import {salvage} from './ingest/salvage.ts'
import type {Database} from './sqlite/driver.ts'
import {isCorrupt} from './sqlite/is-corrupt.ts'
import {migrate, newestSchema, schemaOf} from './sqlite/migrate.ts'
import {openDatabase} from './sqlite/open-database.ts'
import {archiveFile, sqliteArchive} from './sqlite/sqlite-archive.ts'

/**
 * Opens the archive of a folder, making it where there is none. A broken one is set aside, never deleted, and what can be
 * read of it is saved into a new one; the next ingest reads the rest from disk.
 */
export async function openArchive(folder: string, now: () => number): Promise<Archive> {
  const path = archiveFile(folder)
  try {
    mkdirSync(folder, {recursive: true})
  } catch (error) {
    if (!existsSync(path)) throw new ArchiveError(`Cannot make the archive in ${folder}: ${reasonOf(error)}.`)
  }
  try {
    return sqliteArchive(folder, await openNewest(path), {readOnly: false, mended: undefined})
  } catch (error) {
    if (isCorrupt(error)) return mend(folder, now())
    if (isReadOnly(error) && existsSync(path)) {
      const database = await openDatabase(path, {readOnly: true})
      return sqliteArchive(folder, database, {readOnly: true, mended: undefined})
    }
    throw error
  }
}

/** Sets a broken archive aside and makes a new one out of what can be read of it. */
export async function mend(folder: string, now: number): Promise<Archive> {
  const path = archiveFile(folder)
  const aside = `${path}.broken-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`
  for (const ending of ['', '-wal', '-shm'])
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending)
  const database = await openNewest(path)
  let saved: Salvage = {files: 0, bytes: 0, damaged: 0}
  try {
    const broken = await openDatabase(aside)
    saved = await salvage(broken, database, now)
    broken.close()
  } catch (error) {
    // Nothing of it can be read; the file stays for those who can do more.
    if (!isCorrupt(error)) throw error
  }
  return sqliteArchive(folder, database, {readOnly: false, mended: {aside, saved}})
}

async function openNewest(path: string): Promise<Database> {
  const database = await openDatabase(path)
  const schema = schemaOf(database)
  if (schema > newestSchema) {
    database.close()
    throw new ArchiveError(
      `Cannot use the archive ${path}: a newer recount made it (schema ${schema}, this one knows ${newestSchema}). Update recount.`,
    )
  }
  migrate(database)
  return database
}

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && /readonly|read-only|unable to open|EROFS|EACCES|permission/i.test(error.message)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
