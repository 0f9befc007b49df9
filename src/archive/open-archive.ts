import {accessSync, constants, existsSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {makePrivateFolder} from '../files/make-folder.ts'
import {repairMode} from '../files/private-files.ts'
import type {Archive, ArchiveReader} from './archive.ts'
import {ArchiveError} from './archive-error.ts'
import {databaseEndings, isOtherThanFile} from './repair/find-damage.ts'
import {finishRepair, type Repair, repairArchive} from './repair/repair-archive.ts'
import {archiveFile} from './sqlite/database/archive-file.ts'
import type {Database} from './sqlite/database/driver.ts'
import {errorKind, mayBeDamage} from './sqlite/database/error-kind.ts'
import {openDatabase, openToRead, schemaOf} from './sqlite/database/open-database.ts'
import {migrate, newestSchema} from './sqlite/schema/migrate.ts'
import {sqliteArchive} from './sqlite/sqlite-archive.ts'

/**
 * Opens the archive of a folder, making it if there is none. A damaged one is repaired: what can be read of it is copied
 * into a new one, the next ingest reads the rest from disk, and the damaged file is kept.
 */
export async function openArchiveFolder(folder: string, now: () => number): Promise<Archive> {
  const path = archiveFile(folder)
  try {
    makePrivateFolder(folder)
  } catch (error) {
    if (!existsSync(path))
      throw new ArchiveError(`Cannot create the archive in ${folder}: ${reasonOf(error)}.`)
  }
  // SQLite opens what it may not write without a word, and fails at the first write.
  if (existsSync(path) && !(mayWrite(path) && mayWrite(folder)))
    return sqliteArchive(folder, await openAsItIs(path), {readOnly: true, repaired: undefined})
  repairModes(folder)
  let repaired: Repair | undefined
  await finishRepair(folder, now())
  // SQLite says of a folder in the place of a file only that it cannot be opened.
  if (isMisplaced(path)) repaired = await repairArchive(folder, now())
  try {
    return sqliteArchive(folder, await openNewest(path), {readOnly: false, repaired})
  } catch (error) {
    if (errorKind(error) === 'read-only' && existsSync(path))
      return sqliteArchive(folder, await openAsItIs(path), {readOnly: true, repaired})
    if (!mayBeDamage(error)) throw error
    // Whether anything was done or another process was faster: a second failure is none that this could repair.
    repaired = await repairArchive(folder, now())
    return sqliteArchive(folder, await openNewest(path), {readOnly: false, repaired})
  }
}

/** Whether a folder has an archive. */
export const archiveExists = (folder: string): boolean => existsSync(archiveFile(folder))

/** Opens the archive of a folder only to read it, whether or not it can be written to, and with whatever schema it has. */
export async function openArchiveToRead(folder: string): Promise<ArchiveReader> {
  const path = archiveFile(folder)
  if (!existsSync(path))
    throw new ArchiveError(`Cannot open ${path}: there is no archive yet. Run "recount index" first.`)
  return sqliteArchive(folder, await openReadable(path), {readOnly: true, repaired: undefined})
}

/** Every file of an archive: the database, the search index, their logs, and copies that were set aside. */
const archiveFiles = /^(?:(?:archive|search-\d+)\.db|repair\.lock)/

/** Closes the archive's files to others, if an older recount or a copy left them open. */
function repairModes(folder: string): void {
  for (const name of namesIn(folder)) if (archiveFiles.test(name)) repairMode(join(folder, name))
}

/** A folder that is closed to us may have an archive; no one can say. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new ArchiveError(`Cannot open the archive in ${folder}: ${reasonOf(error)}.`)
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A folder is in the place of one of the archive's files, or only its log is left. */
const isMisplaced = (path: string): boolean =>
  databaseEndings.some((ending) => isOtherThanFile(path + ending)) ||
  (!existsSync(path) && existsSync(`${path}-wal`))

/** What cannot be written to cannot be brought to the newest schema either. */
async function openAsItIs(path: string): Promise<Database> {
  const database = await openReadable(path)
  const schema = schemaOf(database)
  if (schema >= newestSchema) return database
  database.close()
  throw new ArchiveError(
    `Cannot read the archive ${path}: an older recount made it (schema ${schema}, this one needs ${newestSchema}), and it cannot be written to. Run \`recount index\` once where it can.`,
  )
}

async function openReadable(path: string): Promise<Database> {
  try {
    return await openToRead(path)
  } catch (error) {
    if (errorKind(error) !== 'read-only') throw error
    throw new ArchiveError(
      `Cannot open the archive ${path}: ${reasonOf(error)}. Check that you can read it and its folder.`,
    )
  }
}

async function openNewest(path: string): Promise<Database> {
  const database = await openDatabase(path)
  try {
    const schema = schemaOf(database)
    if (schema > newestSchema)
      throw new ArchiveError(
        `Cannot use the archive ${path}: a newer recount made it (schema ${schema}, this one knows ${newestSchema}). Update recount.`,
      )
    migrate(database)
    return database
  } catch (error) {
    // A connection that stays open would keep the files of a damaged archive in use.
    database.close()
    throw error
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
