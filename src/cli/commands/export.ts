import type {Run} from '../command.ts'
import {complain} from '../complain.ts'
import {exportChorus, refusePageOptions} from '../export/export-chorus.ts'
import {exportOptions} from '../export/export-options.ts'
import {findKept} from '../export/find-kept.ts'
import type {Wanted} from '../export/find-on-disk.ts'
import {findOnDisk} from '../export/find-on-disk.ts'
import {runExport} from '../export/run-export.ts'
import {withArchive} from '../with-archive.ts'

/** `recount export`: pages of sessions, for people and programs, or the sessions themselves into a store. */
export const exportPages: Run = async (host, given) => {
  const isStore = given.values.get('format') === 'chorus'
  if (isStore) refusePageOptions(given)
  const options = exportOptions(host, given)
  const problems = new Set<string>()
  const skipped = (problem: Error): void => void problems.add(problem.message)
  const write = (wanted: Wanted): Promise<void> =>
    isStore ? exportChorus(host, given, wanted, skipped) : runExport(host, options, wanted, skipped)
  try {
    const wanted = findOnDisk(host, given, options, skipped)
    if (wanted) return await write(wanted)
    // What only the archive has is written out of it while pages are made, so it stays open until then.
    await withArchive(host, async (archive) =>
      write(await findKept(host, archive, given.operands[0], options, skipped)),
    )
  } finally {
    for (const sentence of problems) await complain(host, sentence)
  }
}
