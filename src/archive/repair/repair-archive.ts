import {existsSync, linkSync, lstatSync, readdirSync, renameSync, rmSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'
import {ArchiveError} from '../archive-error.ts'
import {archiveFile} from '../sqlite/database/archive-file.ts'
import type {Database} from '../sqlite/database/driver.ts'
import {openDatabase} from '../sqlite/database/open-database.ts'
import {migrate} from '../sqlite/schema/migrate.ts'
import {refreshTouched} from '../sqlite/sessions/refresh-touched.ts'
import {findBadBlock, findDifference, stateOf} from './compare-archives.ts'
import {type CopiedFiles, copyReadable} from './copy-readable.ts'
import {databaseEndings, findDamage} from './find-damage.ts'
import {moveAside, replaceDatabase, withRepairLock} from './replace-database.ts'

/** What was done to an archive that could not be read. */
export interface Repair {
  /** What was wrong with it. */
  readonly damage: string
  /** Where the damaged file is now, and how many bytes it and its log have. */
  readonly aside: string
  readonly asideBytes: number
  readonly copied: CopiedFiles
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
    return replace(path, damage, await makeDraft(path, now), now)
  })
}

/** What a check of the rows of an archive found. */
export interface RowCheck {
  /** What was done, if anything was damaged. */
  readonly repair: Repair | undefined
  readonly files: number
  readonly bytes: number
}

/**
 * Checks all of an archive, and repairs it: the database, the checksum of every block, and whether the rows are those that the
 * kept bytes give. For that everything is made again from the bytes, in a file next to it.
 */
export function checkRows(folder: string, now: number): Promise<RowCheck> {
  return withRepairLock(folder, async () => {
    finish(folder, now)
    const path = archiveFile(folder)
    const before = await stateOf(path)
    const damage = await findDamage(path)
    const copied = await whileLogStays(path, () => makeDraft(path, now))
    const reason = damage ?? (await findWrongRows(path))
    const {files, bytes} = copied
    if (reason === undefined) {
      removeDatabase(draftOf(path))
      return {repair: undefined, files, bytes}
    }
    // What others have kept since it was read must not be left behind.
    if (damage === undefined && (await stateOf(path)) !== before) {
      removeDatabase(draftOf(path))
      throw new ArchiveError(
        `Cannot repair ${path}: another process wrote to it meanwhile. Stop "recount serve" and "recount index --watch", and run this again.`,
      )
    }
    return {repair: replace(path, reason, copied, now), files, bytes}
  })
}

/** Looks for blocks and rows that are not what was kept, with the help of the draft, which is of no use if that fails. */
async function findWrongRows(path: string): Promise<string | undefined> {
  try {
    return (await findBadBlock(path)) ?? (await findDifference(path, draftOf(path)))
  } catch (error) {
    removeDatabase(draftOf(path))
    throw error
  }
}

/**
 * Does something while the log of a database stays as it is. Pages are read from both files, without SQLite: if another
 * process wrote its log into the database and emptied it meanwhile, what was in it would be found in neither.
 */
export async function whileLogStays<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  let reader: Database | undefined
  try {
    reader = await openDatabase(path, {readOnly: true})
    reader.exec('begin')
    reader.exec('select count(*) from sqlite_schema')
  } catch {
    // One that cannot be read at all is written by no other process either.
    reader?.close()
    reader = undefined
  }
  try {
    return await work()
  } finally {
    reader?.exec('rollback')
    reader?.close()
  }
}

function replace(path: string, damage: string, copied: CopiedFiles, now: number): Repair {
  renameSync(draftOf(path), repairedFile(path))
  const aside = replaceBy(repairedFile(path), path, now)
  return {damage, aside, asideBytes: sizeOf(aside), copied}
}

/** A new archive while it is made. */
const draftOf = (path: string): string => `${path}.repairing`

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

async function makeDraft(path: string, now: number): Promise<CopiedFiles> {
  const draft = draftOf(path)
  removeDatabase(draft)
  const fresh = await openDatabase(draft)
  migrate(fresh)
  try {
    const copied = copyReadable(path, fresh, now)
    // A session that cannot be summed up keeps its files, which is what counts here.
    refreshTouched(fresh, () => {})
    // In one file, so that one rename puts it into its place.
    fresh.exec('pragma journal_mode = delete')
    fresh.close()
    return copied
  } catch (error) {
    // As when the disk is full: what is of no use must not fill it.
    if (fresh.isOpen) fresh.close()
    removeDatabase(draft)
    throw error
  }
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

/** The damaged archives that are kept next to an archive, with their logs. */
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
