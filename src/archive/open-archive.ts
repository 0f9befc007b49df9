import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import type {Archive} from './archive.ts'
import {ArchiveError} from './archive-error.ts'
import type {Salvage} from './ingest/salvage.ts'
import {salvage} from './ingest/salvage.ts'
import {archiveFile} from './sqlite/archive-file.ts'
import type {Database} from './sqlite/driver.ts'
import {errorKind} from './sqlite/error-kind.ts'
import {migrate, newestSchema, schemaOf} from './sqlite/migrate.ts'
import {openDatabase} from './sqlite/open-database.ts'
import {openToRead} from './sqlite/open-to-read.ts'
import {sqliteArchive} from './sqlite/sqlite-archive.ts'

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
  // SQLite opens what it may not write without a word, and fails at the first write.
  if (existsSync(path) && !(mayWrite(path) && mayWrite(folder)))
    return sqliteArchive(folder, await openAsItIs(path), {readOnly: true, mended: undefined})
  try {
    return sqliteArchive(folder, await openNewest(path), {readOnly: false, mended: undefined})
  } catch (error) {
    if (errorKind(error) === 'damaged') return mend(folder, now())
    if (errorKind(error) === 'read-only' && existsSync(path)) {
      return sqliteArchive(folder, await openAsItIs(path), {readOnly: true, mended: undefined})
    }
    throw error
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

/** The files that a database consists of. */
const endings = ['', '-wal', '-shm'] as const

/** SQLite reads nothing at all of a file that was cut off, but much of a copy that has its old length again. */
function lengthened(path: string): string | undefined {
  const header = new Uint8Array(100)
  const handle = openSync(path, 'r')
  try {
    readSync(handle, header, 0, 100, 0)
  } finally {
    closeSync(handle)
  }
  const view = new DataView(header.buffer)
  // The size of a page and how many there are, as SQLite's file format has them.
  const pageSize = view.getUint16(16) === 1 ? 65_536 : view.getUint16(16)
  const length = pageSize * view.getUint32(28)
  const isDatabase = Buffer.from(header.buffer).toString('latin1', 0, 15) === 'SQLite format 3'
  const size = statSync(path).size
  // A number that is itself broken must not fill the disk.
  if (!isDatabase || length <= size || length > size * 100) return undefined
  const copy = `${path}.copy`
  copyFileSync(path, copy)
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
  truncateSync(copy, length)
  return copy
}

/** Sets a broken archive aside and makes a new one out of what can be read of it. */
export async function mend(folder: string, now: number): Promise<Archive> {
  const path = archiveFile(folder)
  const aside = `${path}.broken-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`
  for (const ending of endings) if (existsSync(path + ending)) renameSync(path + ending, aside + ending)
  const database = await openNewest(path)
  let saved: Salvage = {files: 0, bytes: 0, damaged: 0}
  const copy = lengthened(aside)
  try {
    const broken = await openDatabase(copy ?? aside, {readOnly: true})
    saved = await salvage(broken, database, now)
    broken.close()
  } catch (error) {
    // Nothing of it can be read; the file stays for those who can do more.
    if (errorKind(error) !== 'damaged') throw error
  } finally {
    if (copy !== undefined) for (const ending of endings) rmSync(copy + ending, {force: true})
  }
  return sqliteArchive(folder, database, {readOnly: false, mended: {aside, saved}})
}

/** What cannot be written to cannot be brought to the newest schema either. */
async function openAsItIs(path: string): Promise<Database> {
  const database = await openToRead(path)
  const schema = schemaOf(database)
  if (schema >= newestSchema) return database
  database.close()
  throw new ArchiveError(
    `Cannot read the archive ${path}: an older recount made it (schema ${schema}, this one needs ${newestSchema}), and it cannot be written to. Run \`recount index\` once where it can.`,
  )
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

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
