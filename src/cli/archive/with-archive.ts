import {existsSync} from 'node:fs'
import type {Archive, ArchiveReader, IngestReport, Loss} from '../../archive/archive.ts'
import {ArchiveError} from '../../archive/archive-error.ts'
import type {Repair} from '../../archive/repair/repair-archive.ts'
import {workInArchive} from '../../archive/work-in-archive.ts'
import {makePrivateFolder} from '../../files/make-folder.ts'
import {formatBytes, formatNoun} from '../../page/index.ts'
import {describeWriteFailure} from '../../sinks/sink-error.ts'
import {SourceError, toSourceError} from '../../sources/index.ts'
import type {Host} from '../host.ts'
import {showProgressBar} from '../output/progress.ts'
import {archiveHome, claudeFolders, recordingsFolder, repairHome} from './data-folders.ts'

/** Opens the archive for some work and closes it. If it turns out to be damaged, it is repaired and the work is done again. */
export async function withArchive<Result>(
  host: Host,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const folder = archiveHome(host)
  try {
    makePrivateFolder(folder)
    repairHome(host)
  } catch (error) {
    throw new ArchiveError(`Cannot create the archive in ${folder}: ${describeWriteFailure(error)}.`)
  }
  const onRepair = (repair: Repair): Promise<void> => reportRepair(host, repair)
  return workInArchive(folder, {now: host.now, onRepair}, work)
}

/** Indexes new files in the folders given, or in Claude Code's folders and any folder indexed before. */
export async function updateArchive(
  host: Host,
  archive: Archive,
  named: readonly string[] = [],
): Promise<IngestReport | undefined> {
  if (archive.readOnly) {
    await host.notify(`Cannot index new files: ${archive.folder} is read-only.`)
    return undefined
  }
  const progress = showProgressBar(host, 'Indexing')
  const skipped: string[] = []
  try {
    return await archive.ingest(await rootsFor(host, archive, named), {
      now: host.now,
      advance: progress.advance,
      skipped: (path, error) => skipped.push(skippedSentence(path, error)),
    })
  } finally {
    await progress.end()
    for (const sentence of skipped.slice(0, maxSkippedShown)) await host.notify(sentence)
    const more = skipped.length - maxSkippedShown
    if (more > 0) await host.notify(`Skipped ${formatNoun(more, 'more file')}.`)
  }
}

const maxSkippedShown = 20

/** Why a file, or a session of one, is not in the archive. */
function skippedSentence(path: string, error: unknown): string {
  const isOfFile = error instanceof SourceError || (error instanceof Error && 'syscall' in error)
  return isOfFile
    ? toSourceError(path, error).message
    : `Cannot index ${path}: ${error instanceof Error ? error.message : error}.`
}

/** Adds what was indexed to the search index, unless the archive is read-only. */
export async function updateSearchIndex(host: Host, archive: Archive): Promise<void> {
  if (archive.readOnly) return
  const progress = showProgressBar(host, 'Building search index')
  try {
    await archive.index(progress.advance)
  } finally {
    await progress.end()
  }
}

/** The folders to index: those given, else Claude Code's folders, the recordings and any folder indexed before. */
export async function rootsFor(
  host: Host,
  archive: Pick<ArchiveReader, 'roots'>,
  named: readonly string[],
): Promise<readonly string[]> {
  const roots =
    named.length > 0 ? named : [...claudeFolders(host), recordingsFolder(host), ...(await archive.roots())]
  return [...new Set(roots)].filter((root) => existsSync(root))
}

/** Reports a repair: the damage, what was recovered and lost, and where the damaged file is. */
export async function reportRepair(host: Host, {damage, aside, asideBytes, copied}: Repair): Promise<void> {
  await host.notify(
    `The archive was damaged (${damage}) and was moved to ${aside} (${formatBytes(asideBytes)}); ${formatNoun(copied.files, 'file')} (${formatBytes(copied.bytes)}) were recovered, and the rest is read from disk again. Delete the damaged file if nothing is missing.`,
  )
  for (const sentence of lossSentences(copied.lost)) await host.notify(sentence)
}

/** The maximum number of losses that are listed; "recount doctor" lists all. */
const maxNamed = 20

function lossSentences(lost: readonly Loss[]): readonly string[] {
  const named = lost.slice(0, maxNamed).map(lossSentence)
  const others = lost.length - named.length
  return others === 0
    ? named
    : [...named, `Lost parts of ${formatNoun(others, 'other file')}; "recount doctor" lists them.`]
}

/** The message for what is lost of a file. */
export const lossSentence = ({path, generation, bytes}: Loss): string =>
  `Lost ${bytes === undefined ? 'an unknown part' : formatBytes(bytes)} of ${path}${generation === 0 ? '' : ` (an older version, number ${generation})`}: it was damaged, and is no longer on disk.`
