import {existsSync} from 'node:fs'
import {resolve} from 'node:path'
import type {Arguments, Run} from '../command.ts'
import {complain} from '../complain.ts'
import {archiveSources, archiveSourcesWhole} from '../export/archive-sources.ts'
import {exportChorus, refusePageOptions} from '../export/export-chorus.ts'
import {exportOptions} from '../export/export-options.ts'
import {findKept} from '../export/find-kept.ts'
import type {Wanted} from '../export/find-on-disk.ts'
import {findOnDisk} from '../export/find-on-disk.ts'
import {runExport} from '../export/run-export.ts'
import type {Host} from '../host.ts'
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
    // Of a session that is named, the archive may have more than its transcript, and a store is to have all of it.
    const wanted = isStore && isName(host, given) ? undefined : findOnDisk(host, given, options, skipped)
    if (wanted) return await write(wanted)
    // What only the archive has is written out of it while pages are made, so it stays open until then.
    const sourcesOf = isStore ? archiveSourcesWhole : archiveSources
    await withArchive(host, async (archive) =>
      write(await findKept(host, archive, given.operands[0], options, skipped, sourcesOf)),
    )
  } finally {
    for (const sentence of problems) await complain(host, sentence)
  }
}

const isName = ({cwd}: Host, {operands: [word]}: Arguments): boolean =>
  word !== undefined && word !== '-' && !existsSync(resolve(cwd, word))
