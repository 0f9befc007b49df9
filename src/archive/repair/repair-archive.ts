import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {copyPrivateFile} from '../../files/private-files.ts'
import {archiveFile} from '../sqlite/archive-file.ts'
import {errorKind} from '../sqlite/error-kind.ts'
import {migrate} from '../sqlite/migrate.ts'
import {openDatabase} from '../sqlite/open-database.ts'
import {refreshTouched} from '../sqlite/refresh-touched.ts'
import type {Copied} from './copy-readable.ts'
import {copyReadable} from './copy-readable.ts'
import {databaseEndings, findDamage} from './find-damage.ts'
import {withRepairLock} from './repair-lock.ts'
import {moveAside, replaceDatabase} from './replace-database.ts'

/** What was done to an archive that could not be read. */
export interface Repair {
  /** What was wrong with it. */
  readonly damage: string
  /** Where the damaged file is now, and how many bytes it and its log have. */
  readonly aside: string
  readonly asideBytes: number
  readonly copied: Copied
}

/**
 * Repairs the archive of a folder if a look at it shows that it is damaged: what can be read is copied into a new file,
 * which then takes the place of the damaged one. That one is kept, as the only copy. Gives nothing if the archive is
 * healthy, also because another process has just repaired it. May be stopped at any moment: the next call finishes it.
 */
export function repairArchive(folder: string, now: number): Promise<Repair | undefined> {
  return withRepairLock(folder, async () => {
    finish(folder, now)
    const path = archiveFile(folder)
    const damage = await findDamage(path)
    if (damage === undefined) return undefined
    const copied = await makeRepaired(path, now)
    const aside = replaceBy(repairedFile(path), path, now)
    return {damage, aside, asideBytes: sizeOf(aside), copied}
  })
}

/** Finishes a repair that was stopped after everything was copied. */
export async function finishRepair(folder: string, now: number): Promise<void> {
  if (existsSync(repairedFile(archiveFile(folder))))
    await withRepairLock(folder, async () => finish(folder, now))
}

function finish(folder: string, now: number): void {
  const path = archiveFile(folder)
  if (existsSync(repairedFile(path))) replaceBy(repairedFile(path), path, now)
}

/** A new archive under this name is complete, and only has to take its place. */
const repairedFile = (path: string): string => `${path}.repaired`

async function makeRepaired(path: string, now: number): Promise<Copied> {
  const draft = `${path}.repairing`
  removeDatabase(draft)
  const fresh = await openDatabase(draft)
  migrate(fresh)
  let copied: Copied = {files: 0, bytes: 0, damaged: 0}
  const copy = statSync(path, {throwIfNoEntry: false})?.isFile() ? lengthened(path) : undefined
  try {
    const damaged = await openDatabase(copy ?? path, {readOnly: true})
    copied = await copyReadable(damaged, fresh, now)
    damaged.close()
  } catch (error) {
    // Nothing of it can be read; the file stays for those who can do more.
    if (!['damaged', 'read-only'].includes(errorKind(error) ?? '')) throw error
  } finally {
    if (copy !== undefined) removeDatabase(copy)
  }
  // A session that cannot be summed up keeps its files, which is what counts here.
  refreshTouched(fresh, () => {})
  // In one file, so that one rename puts it into its place.
  fresh.exec('pragma journal_mode = delete')
  fresh.close()
  renameSync(draft, repairedFile(path))
  return copied
}

/** Puts a new archive into the place of the damaged one, which is kept as the only copy; gives the path of that. */
function replaceBy(repaired: string, path: string, now: number): string {
  const aside = `${path}.damaged-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`
  replaceDatabase(repaired, path, () => {
    for (const ending of ['-wal', '-journal']) moveAside(path + ending, aside + ending)
    if (!linked(path, aside)) moveAside(path, aside)
  })
  for (const other of copiesOf(path))
    if (!other.startsWith(aside)) rmSync(other, {force: true, recursive: true})
  return aside
}

/** A second name leaves no moment without an archive; not every file system has that, and no folder. */
function linked(path: string, aside: string): boolean {
  try {
    linkSync(path, aside)
    return true
  } catch {
    return false
  }
}

/** The damaged archives that are kept beside an archive, with their logs. */
const copiesOf = (path: string): readonly string[] =>
  readdirSync(dirname(path))
    .filter((name) => new RegExp(`^${basename(path)}\\.(?:damaged|broken)-`).test(name))
    .map((name) => join(dirname(path), name))

const sizeOf = (path: string): number =>
  databaseEndings.reduce(
    (sum, ending) => sum + (lstatSync(path + ending, {throwIfNoEntry: false})?.size ?? 0),
    0,
  )

function removeDatabase(path: string): void {
  for (const ending of databaseEndings) rmSync(path + ending, {force: true, recursive: true})
}

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
  // A number that is itself damaged must not fill the disk.
  if (!isDatabase || length <= size || length > size * 100) return undefined
  const copy = `${path}.copy`
  removeDatabase(copy)
  copyPrivateFile(path, copy)
  if (existsSync(`${path}-wal`)) copyPrivateFile(`${path}-wal`, `${copy}-wal`)
  truncateSync(copy, length)
  return copy
}
