import {existsSync, statSync} from 'node:fs'
import type {Archive} from '../archive/archive.ts'
import {ArchiveError} from '../archive/archive-error.ts'
import type {IngestReport} from '../archive/ingest/ingest-report.ts'
import {openArchive} from '../archive/open-archive.ts'
import type {Loss} from '../archive/repair/copy-readable.ts'
import type {Repair} from '../archive/repair/repair-archive.ts'
import {repairArchive} from '../archive/repair/repair-archive.ts'
import {archiveFile} from '../archive/sqlite/archive-file.ts'
import {errorKind, mayBeDamage} from '../archive/sqlite/error-kind.ts'
import {makePrivateFolder} from '../files/make-folder.ts'
import {formatBytes, formatNoun} from '../page/index.ts'
import {writeReason} from '../sinks/sink-error.ts'
import {SourceError, sourceError} from '../sources/index.ts'
import {archiveHome, claudeFolders, recordingsFolder, repairHome} from './archive-home.ts'
import {complain} from './complain.ts'
import type {Host} from './host.ts'
import {showShare} from './show-share.ts'

/** Works with the archive, and closes it. One that turns out to be damaged is repaired, and the work begun again. */
export function withArchive<Result>(
  host: Host,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const folder = archiveHome(host)
  return withReasons(folder, () => workIn(host, folder, work))
}

/** Does something with the files of an archive. If the disk or the archive fails, the error says so in a sentence. */
export async function withReasons<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (errorKind(error) === 'disk')
      throw new ArchiveError(
        `Cannot write to ${folder}: ${error instanceof Error ? error.message : error}, as when a disk is full. What was kept is safe, and the next run continues.`,
      )
    // One that can be written to was repaired.
    if (errorKind(error) === 'damaged')
      throw new ArchiveError(
        `Cannot read the archive in ${folder}: it is damaged, or another process wrote to it meanwhile. Try again, or run "recount index" as a user who may write to it.`,
      )
    throw error
  }
}

async function workIn<Result>(
  host: Host,
  folder: string,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  try {
    makePrivateFolder(folder)
    repairHome(host)
  } catch (error) {
    throw new ArchiveError(`Cannot make the archive in ${folder}: ${writeReason(error)}.`)
  }
  const before = fileNumber(folder)
  const archive = await openArchive(folder, host.now)
  if (archive.repaired) await reportRepair(host, archive.repaired)
  let repaired: Repair | undefined
  try {
    return await work(archive)
  } catch (error) {
    // What can only be read is not ours to repair, and may be healthy: its readers do not hear of a writer.
    if (archive.readOnly || !mayBeDamage(error)) throw error
    archive.close()
    repaired = await repairArchive(folder, host.now())
    // Another process may have repaired it since it was opened here.
    if (!repaired && errorKind(error) !== 'damaged' && fileNumber(folder) === before) throw error
  } finally {
    archive.close()
  }
  if (repaired) await reportRepair(host, repaired)
  const again = await openArchive(folder, host.now)
  try {
    return await work(again)
  } finally {
    again.close()
  }
}

/** Tells an archive from one that took its place. */
const fileNumber = (folder: string): number | undefined =>
  statSync(archiveFile(folder), {throwIfNoEntry: false})?.ino

/** Takes in what is new: below the folders that were named, or below Claude Code's own and all that were named before. */
export async function bringUpToDate(
  host: Host,
  archive: Archive,
  named: readonly string[] = [],
): Promise<IngestReport | undefined> {
  if (archive.readOnly) {
    await complain(host, `Cannot take in what is new: ${archive.folder} can only be read.`)
    return undefined
  }
  const progress = showShare(host, 'Taking in')
  const skipped: string[] = []
  try {
    return await archive.takeIn(rootsFor(host, archive, named), {
      now: host.now,
      advance: progress.advance,
      skipped: (path, error) => skipped.push(skippedSentence(path, error)),
    })
  } finally {
    await progress.end()
    for (const sentence of skipped.slice(0, maxSkippedShown)) await complain(host, sentence)
    const more = skipped.length - maxSkippedShown
    if (more > 0) await complain(host, `${formatNoun(more, 'more file was', 'more files were')} skipped.`)
  }
}

const maxSkippedShown = 20

/** Why a file, or a session of one, is not in the archive. */
function skippedSentence(path: string, error: unknown): string {
  const isOfFile = error instanceof SourceError || (error instanceof Error && 'syscall' in error)
  return isOfFile
    ? sourceError(path, error).message
    : `Cannot index ${path}: ${error instanceof Error ? error.message : error}.`
}

/** Makes what was taken in searchable, unless the archive can only be read. */
export async function bringIntoIndex(host: Host, archive: Archive): Promise<void> {
  if (archive.readOnly) return
  const progress = showShare(host, 'Making searchable')
  try {
    await archive.makeSearchable(progress.advance)
  } finally {
    await progress.end()
  }
}

/** The folders to look at: those that were named, else Claude Code's own, our recordings and all that were named before. */
export const rootsFor = (host: Host, archive: Archive, named: readonly string[]): readonly string[] =>
  (named.length > 0
    ? named
    : [...new Set([...claudeFolders(host), recordingsFolder(host), ...archive.roots()])]
  ).filter((root) => existsSync(root))

/** Says what was wrong with the archive, what was lost, and where the damaged file is. */
export async function reportRepair(host: Host, {damage, aside, asideBytes, copied}: Repair): Promise<void> {
  await complain(
    host,
    `The archive was damaged (${damage}) and was repaired: ${formatNoun(copied.files, 'file')} (${formatBytes(copied.bytes)}) were copied from it, and the rest is read from disk again. The damaged file is kept as ${aside} (${formatBytes(asideBytes)}); delete it if nothing is missing.`,
  )
  for (const sentence of lossSentences(copied.lost)) await complain(host, sentence)
}

/** So many losses are named one by one; "recount doctor" names all. */
const maxNamed = 20

function lossSentences(lost: readonly Loss[]): readonly string[] {
  const named = lost.slice(0, maxNamed).map(lossSentence)
  const others = lost.length - named.length
  return others === 0
    ? named
    : [...named, `Lost parts of ${formatNoun(others, 'other file')}; "recount doctor" names them.`]
}

/** Names what is lost of a file. */
export const lossSentence = ({path, generation, bytes}: Loss): string =>
  `Lost ${bytes === undefined ? 'an unknown part' : formatBytes(bytes)} of ${path}${generation === 0 ? '' : ` (an older version, number ${generation})`}: it was damaged, and is no longer on disk.`
