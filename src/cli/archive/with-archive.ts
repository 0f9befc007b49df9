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
import {printNotice} from '../output/print-notice.ts'
import {showProgressBar} from '../output/progress-bar.ts'
import {archiveHome, claudeFolders, recordingsFolder, repairHome} from './data-folders.ts'

/** Works with the archive, and closes it. One that turns out to be damaged is repaired, and the work is done again. */
export async function withArchive<Result>(
  host: Host,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const folder = archiveHome(host)
  try {
    makePrivateFolder(folder)
    repairHome(host)
  } catch (error) {
    throw new ArchiveError(`Cannot make the archive in ${folder}: ${describeWriteFailure(error)}.`)
  }
  const onRepair = (repair: Repair): Promise<void> => reportRepair(host, repair)
  return workInArchive(folder, {now: host.now, onRepair}, work)
}

/** Takes in what is new: below the folders that were named, or below Claude Code's own and all that were named before. */
export async function bringUpToDate(
  host: Host,
  archive: Archive,
  named: readonly string[] = [],
): Promise<IngestReport | undefined> {
  if (archive.readOnly) {
    await printNotice(host, `Cannot take in what is new: ${archive.folder} can only be read.`)
    return undefined
  }
  const progress = showProgressBar(host, 'Taking in')
  const skipped: string[] = []
  try {
    return await archive.ingest(await rootsFor(host, archive, named), {
      now: host.now,
      advance: progress.advance,
      skipped: (path, error) => skipped.push(skippedSentence(path, error)),
    })
  } finally {
    await progress.end()
    for (const sentence of skipped.slice(0, maxSkippedShown)) await printNotice(host, sentence)
    const more = skipped.length - maxSkippedShown
    if (more > 0) await printNotice(host, `${formatNoun(more, 'more file was', 'more files were')} skipped.`)
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

/** Makes what was taken in searchable, unless the archive can only be read. */
export async function bringIntoIndex(host: Host, archive: Archive): Promise<void> {
  if (archive.readOnly) return
  const progress = showProgressBar(host, 'Making searchable')
  try {
    await archive.index(progress.advance)
  } finally {
    await progress.end()
  }
}

/** The folders to look at: those that were named, else Claude Code's own, our recordings and all that were named before. */
export async function rootsFor(
  host: Host,
  archive: Pick<ArchiveReader, 'roots'>,
  named: readonly string[],
): Promise<readonly string[]> {
  const roots =
    named.length > 0 ? named : [...claudeFolders(host), recordingsFolder(host), ...(await archive.roots())]
  return [...new Set(roots)].filter((root) => existsSync(root))
}

/** Says what was wrong with the archive, what was lost, and where the damaged file is. */
export async function reportRepair(host: Host, {damage, aside, asideBytes, copied}: Repair): Promise<void> {
  await printNotice(
    host,
    `The archive was damaged (${damage}) and was repaired: ${formatNoun(copied.files, 'file')} (${formatBytes(copied.bytes)}) were copied from it, and the rest is read from disk again. The damaged file is kept as ${aside} (${formatBytes(asideBytes)}); delete it if nothing is missing.`,
  )
  for (const sentence of lossSentences(copied.lost)) await printNotice(host, sentence)
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
