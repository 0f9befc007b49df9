import {type Checkup, checkArchive} from '../../../archive/check-archive.ts'
import type {DoctorJson} from '../../../json/index.ts'
import {formatBytes, formatNoun} from '../../../page/index.ts'
import {archiveHome} from '../../archive/data-folders.ts'
import {
  lossSentence,
  reportRepair,
  updateArchive,
  updateSearchIndex,
  withArchive,
} from '../../archive/with-archive.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {Failure} from '../../failure.ts'
import {jsonLine} from '../../output/printable.ts'

/** `recount doctor`: checks the archive and its index, repairs them, and says what is lost. */
export const runDoctor: RunCommand = async (host, given) => {
  const checked = await checkArchive(archiveHome(host), {
    now: host.now,
    onRepair: (repair) => reportRepair(host, repair),
  })
  const {files, bytes, repair, damagedIndexes} = checked
  await withArchive(host, async (archive) => {
    await updateArchive(host, archive)
    await updateSearchIndex(host, archive)
    const lost = await archive.losses()
    if (given.switches.has('json')) {
      const printed: DoctorJson = {
        files,
        bytes,
        damage: repair?.damage ?? null,
        movedTo: repair?.aside ?? null,
        damagedIndexes,
        lost: lost.map(({path, generation, bytes}) => ({path, generation, bytes: bytes ?? null})),
      }
      return host.out.write(jsonLine(printed))
    }
    for (const sentence of sentences(checked)) await host.out.write(`${sentence}\n`)
    // What this repair has lost was named already.
    const named = new Set(repair?.copied.lost.map(lossSentence))
    for (const loss of lost) if (!named.has(lossSentence(loss))) await host.notify(lossSentence(loss))
  })
  if (repair || damagedIndexes.length > 0)
    throw new Failure('Damage was found and repaired as far as possible. Run this again to confirm.', 1)
}

const sentences = ({files, bytes, repair, damagedIndexes}: Checkup): readonly string[] => [
  repair
    ? `The archive was damaged and was repaired: ${formatNoun(files, 'file')}, ${formatBytes(bytes)}.`
    : `The archive is healthy: ${formatNoun(files, 'file')}, ${formatBytes(bytes)}.`,
  damagedIndexes.length > 0
    ? `The search index was damaged and was rebuilt: ${damagedIndexes.join(', ')}.`
    : 'The search index is healthy.',
]
