import {existsSync} from 'node:fs'
import {resolve} from 'node:path'
import type {Arguments, Run} from '../command.ts'
import {complain} from '../complain.ts'
import {exportOptions} from '../export/export-options.ts'
import type {Wanted} from '../export/find-on-disk.ts'
import {findOnDisk} from '../export/find-on-disk.ts'
import type {Host} from '../host.ts'

/** `recount export`: pages of sessions, for people and programs, or the sessions themselves into a store. */
export const exportPages: Run = async (host, given) => {
  // Most of the time that a run without news takes is that of loading code; so each way loads its own.
  const store =
    given.values.get('format') === 'chorus' ? await import('../export/export-chorus.ts') : undefined
  store?.refusePageOptions(given)
  const options = exportOptions(host, given)
  const problems = new Set<string>()
  const skipped = (problem: Error): void => void problems.add(problem.message)
  const write = async (wanted: Wanted): Promise<void> => {
    if (store) return store.exportChorus(host, given, wanted, skipped)
    const {runExport} = await import('../export/run-export.ts')
    await runExport(host, options, wanted, skipped)
  }
  try {
    // Of a session that is named, the archive may have more than its transcript, and a store is to have all of it.
    const wanted = store && isName(host, given) ? undefined : findOnDisk(host, given, options, skipped)
    if (wanted) return await write(wanted)
    const [{archiveSources, archiveSourcesWhole}, {findKept}, {withArchive}] = await Promise.all([
      import('../export/archive-sources.ts'),
      import('../export/find-kept.ts'),
      import('../with-archive.ts'),
    ])
    // What only the archive has is written out of it while pages are made, so it stays open until then.
    const sourcesOf = store ? archiveSourcesWhole : archiveSources
    await withArchive(host, async (archive) =>
      write(await findKept(host, archive, given.operands[0], options, skipped, sourcesOf)),
    )
  } finally {
    for (const sentence of problems) await complain(host, sentence)
  }
}

const isName = ({cwd}: Host, {operands: [word]}: Arguments): boolean =>
  word !== undefined && word !== '-' && !existsSync(resolve(cwd, word))
