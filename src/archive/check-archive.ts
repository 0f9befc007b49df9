import {existsSync} from 'node:fs'
import {basename} from 'node:path'
import type {Archive} from './archive.ts'
import {ArchiveError} from './archive-error.ts'
import {openArchiveFolder} from './open-archive.ts'
import {checkRows, type RowCheck} from './repair/repair-archive.ts'
import {emptyDamagedShards} from './repair/replace-database.ts'
import {archiveFile} from './sqlite/database/archive-file.ts'
import {mayBeDamage} from './sqlite/database/error-kind.ts'
import {shardFiles, shardSchema} from './sqlite/search/shards.ts'
import {type ArchiveHost, explainErrors} from './work-in-archive.ts'

/** What a check of an archive found and repaired. */
export interface Checkup extends RowCheck {
  /** The files of the search index that were damaged. They are empty now, and the next `index` fills them. */
  readonly damagedIndexes: readonly string[]
}

/** Checks all of the archive in a folder and its index, and repairs what is damaged. */
export async function checkArchive(folder: string, {now, onRepair}: ArchiveHost): Promise<Checkup> {
  const path = archiveFile(folder)
  if (!existsSync(path) && !existsSync(`${path}-wal`))
    throw new ArchiveError(`Cannot check ${path}: there is no archive yet. Run "recount index" first.`)
  return explainErrors(folder, async () => {
    const opened = await openRepaired(folder, {now, onRepair})
    if (opened.readOnly)
      throw new ArchiveError(`Cannot repair the archive: ${folder} is read-only. Run this as its owner.`)
    const {files, bytes, repair = opened.repaired} = await checkRows(folder, now())
    if (repair && repair !== opened.repaired) await onRepair(repair)
    const emptied = await emptyDamagedShards(shardFiles(folder), shardSchema)
    return {repair, files, bytes, damagedIndexes: emptied.map((shard) => basename(shard))}
  })
}

/** An archive that cannot be opened is repaired on opening. */
async function openRepaired(
  folder: string,
  {now, onRepair}: ArchiveHost,
): Promise<Pick<Archive, 'readOnly' | 'repaired'>> {
  const archive = await openArchiveFolder(folder, now)
  try {
    if (archive.repaired) await onRepair(archive.repaired)
    // What a newer recount has to read again is not damage.
    if (!archive.readOnly) await archive.ingest([], {now, advance: async () => {}, skipped: () => {}})
  } catch (error) {
    if (!mayBeDamage(error)) throw error
  } finally {
    archive.close()
  }
  return archive
}
