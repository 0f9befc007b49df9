import {findSessionFiles} from '../../sources/index.ts'
import type {Run} from '../command.ts'
import {complain} from '../complain.ts'
import {exportOptions} from '../export/export-options.ts'
import {sourceOnDisk} from '../export/export-source.ts'
import type {Wanted} from '../export/find-on-disk.ts'
import {findOnDisk} from '../export/find-on-disk.ts'

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
    const wanted = findOnDisk(host, given, options, skipped)
    if (wanted) return await write(wanted)
    const {findMeaning} = await import('../resolve-session.ts')
    const [word] = given.operands
    const meaning =
      word === undefined ? undefined : await findMeaning(host, word, {all: given.switches.has('all')})
    // Of a session that is named, the archive may have more than its transcript, and a store is to have all of it.
    if (meaning?.path !== undefined && !(store && meaning.session !== undefined)) {
      const files = findSessionFiles(meaning.path, skipped)
      return await write({sources: [sourceOnDisk(meaning.path, files)], single: true})
    }
    const [{archiveSources, archiveSourcesWhole}, {findKept}, {withArchive}] = await Promise.all([
      import('../export/archive-sources.ts'),
      import('../export/find-kept.ts'),
      import('../with-archive.ts'),
    ])
    // What only the archive has is written out of it while pages are made, so it stays open until then.
    const sourcesOf = store ? archiveSourcesWhole : archiveSources
    await withArchive(host, async (archive) =>
      write(await findKept(host, archive, {word, meaning}, options, skipped, sourcesOf)),
    )
  } finally {
    for (const sentence of problems) await complain(host, sentence)
  }
}
