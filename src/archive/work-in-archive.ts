import type {Archive} from './archive.ts'
import {ArchiveError} from './archive-error.ts'
import {openArchiveFolder} from './open-archive.ts'
import {type Repair, repairArchive} from './repair/repair-archive.ts'
import {archiveFile, fileIdentity} from './sqlite/database/archive-file.ts'
import {errorKind, mayBeDamage} from './sqlite/database/error-kind.ts'

/** What working in an archive needs from outside. */
export interface ArchiveHost {
  now(): number
  onRepair(repair: Repair): Promise<void>
}

/** Opens an archive, works with it, and closes it. If it turns out to be damaged, it is repaired and the work is done again. */
export function workInArchive<Result>(
  folder: string,
  {now, onRepair}: ArchiveHost,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  return explainErrors(folder, async () => {
    const before = fileIdentity(archiveFile(folder))
    const archive = await openArchiveFolder(folder, now)
    if (archive.repaired) await onRepair(archive.repaired)
    let repaired: Repair | undefined
    try {
      return await work(archive)
    } catch (error) {
      // What can only be read is not ours to repair, and may be healthy: its readers do not notice a writer.
      if (archive.readOnly || !mayBeDamage(error)) throw error
      archive.close()
      repaired = await repairArchive(folder, now())
      // Another process may have repaired it since it was opened here.
      if (!repaired && errorKind(error) !== 'damaged' && fileIdentity(archiveFile(folder)) === before)
        throw error
    } finally {
      archive.close()
    }
    if (repaired) await onRepair(repaired)
    const again = await openArchiveFolder(folder, now)
    try {
      return await work(again)
    } finally {
      again.close()
    }
  })
}

/** Repairs the archive of a folder if an error may be due to damage and no process has it open. */
export async function repairAfterError(error: unknown, folder: string, now: number): Promise<void> {
  if (mayBeDamage(error)) await repairArchive(folder, now)
}

/** Does something with the files of an archive. If the disk or the archive fails, the error says so in a sentence. */
export async function explainErrors<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (errorKind(error) === 'disk')
      throw new ArchiveError(
        `Cannot write to ${folder}: ${error instanceof Error ? error.message : error}, as when a disk is full. What is archived is safe, and the next run continues.`,
      )
    // One that can be written to was repaired.
    if (errorKind(error) === 'damaged')
      throw new ArchiveError(
        `Cannot read the archive in ${folder}: it is damaged, or another process wrote to it meanwhile. Try again, or run "recount index" as a user who may write to it.`,
      )
    throw error
  }
}
