import {existsSync} from 'node:fs'
import {basename} from 'node:path'
import type {Archive} from '../../archive/archive.ts'
import {openArchive} from '../../archive/open-archive.ts'
import type {Checkup} from '../../archive/repair/repair-archive.ts'
import {checkArchive} from '../../archive/repair/repair-archive.ts'
import {emptyDamagedShards} from '../../archive/repair/repair-index.ts'
import {archiveFile} from '../../archive/sqlite/archive-file.ts'
import {mayBeDamage} from '../../archive/sqlite/error-kind.ts'
import {shardFiles, shardSchema} from '../../archive/sqlite/search-shards.ts'
import {formatBytes, formatNoun} from '../../page/index.ts'
import {archiveHome} from '../archive-home.ts'
import type {Run} from '../command.ts'
import {complain} from '../complain.ts'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'
import {jsonLine} from '../printable.ts'
import {
  bringIntoIndex,
  bringUpToDate,
  lossSentence,
  reportRepair,
  withArchive,
  withReasons,
} from '../with-archive.ts'

/** `recount doctor`: checks the archive and its index, repairs them, and says what is lost. */
export const doctor: Run = async (host, given) => {
  const folder = archiveHome(host)
  const path = archiveFile(folder)
  if (!existsSync(path) && !existsSync(`${path}-wal`))
    throw new Failure(`Cannot check ${path}: there is no archive yet. Run "recount index" first.`, 1)
  const opened = await withReasons(folder, () => openRepaired(host, folder))
  if (opened.readOnly)
    throw new Failure(`Cannot repair the archive: ${folder} can only be read. Run this as its owner.`, 1)
  const {
    files,
    bytes,
    repair = opened.repaired,
  } = await withReasons(folder, () => checkArchive(folder, host.now()))
  if (repair && repair !== opened.repaired) await reportRepair(host, repair)
  const index = await withReasons(folder, () => emptyDamagedShards(shardFiles(folder), shardSchema))
  await withArchive(host, async (archive) => {
    await bringUpToDate(host, archive)
    await bringIntoIndex(host, archive)
    const lost = archive.losses()
    if (given.switches.has('json'))
      return host.out.write(
        jsonLine({
          files,
          bytes,
          damage: repair?.damage ?? null,
          aside: repair?.aside ?? null,
          damagedIndexes: index.map((shard) => basename(shard)),
          lost,
        }),
      )
    for (const sentence of sentences({files, bytes, repair}, index)) await host.out.write(`${sentence}\n`)
    // What this repair has lost was named already.
    const named = new Set(repair?.copied.lost.map(lossSentence))
    for (const loss of lost) if (!named.has(lossSentence(loss))) await complain(host, lossSentence(loss))
  })
  if (repair || index.length > 0)
    throw new Failure(
      'Something was damaged, and was repaired as far as possible. Run this again to confirm.',
      1,
    )
}

/** An archive that cannot be opened is repaired on opening. */
async function openRepaired(host: Host, folder: string): Promise<Pick<Archive, 'readOnly' | 'repaired'>> {
  const archive = await openArchive(folder, host.now)
  try {
    if (archive.repaired) await reportRepair(host, archive.repaired)
    // What a newer recount has to read again is not damage.
    if (!archive.readOnly)
      await archive.takeIn([], {now: host.now, advance: async () => {}, skipped: () => {}})
  } catch (error) {
    if (!mayBeDamage(error)) throw error
  } finally {
    archive.close()
  }
  return archive
}

const sentences = ({files, bytes, repair}: Checkup, index: readonly string[]): readonly string[] => [
  repair
    ? `The archive was damaged and was repaired: ${formatNoun(files, 'file')}, ${formatBytes(bytes)}.`
    : `The archive is healthy: ${formatNoun(files, 'file')}, ${formatBytes(bytes)}.`,
  index.length > 0
    ? `The search index was damaged and was made again: ${index.map((path) => basename(path)).join(', ')}.`
    : 'The search index is healthy.',
]
