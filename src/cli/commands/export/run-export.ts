import {findSessionFiles} from '../../../sources/index.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {readExportOptions} from './export-options.ts'
import {sourceOnDisk} from './export-source.ts'
import type {ExportTarget} from './find-on-disk.ts'
import {findOnDisk} from './find-on-disk.ts'

/** `recount export`: pages of sessions, for people and programs, or the sessions themselves into a store. */
export const runExport: RunCommand = async (host, given) => {
  // Most of the time that a run without news takes is that of loading code; so each way loads its own.
  const store = given.values.get('format') === 'chorus' ? await import('./export-to-store.ts') : undefined
  store?.rejectPageOptions(given)
  const options = readExportOptions(host, given)
  const problems = new Set<string>()
  const skipped = (problem: Error): void => void problems.add(problem.message)
  const write = async (wanted: ExportTarget): Promise<void> => {
    if (store) return store.exportToStore(host, given, wanted, skipped)
    const {exportSources} = await import('./export-sources.ts')
    await exportSources(host, options, wanted, skipped)
  }
  try {
    const wanted = findOnDisk(host, given, options, skipped)
    if (wanted) return await write(wanted)
    const {locateSession} = await import('../../sessions/resolve-session.ts')
    const [word] = given.operands
    const meaning =
      word === undefined ? undefined : await locateSession(host, word, {all: given.switches.has('all')})
    // Of a session that is named, the archive may have more than its transcript, and a store is to have all of it.
    if (meaning?.path !== undefined && !(store && meaning.session !== undefined)) {
      const files = findSessionFiles(meaning.path, skipped)
      return await write({sources: [sourceOnDisk(meaning.path, files)], single: true})
    }
    const [{archiveSources, archiveSourcesWithStreams}, {findInArchive}, {withArchive}] = await Promise.all([
      import('./archive-sources.ts'),
      import('./find-in-archive.ts'),
      import('../../archive/with-archive.ts'),
    ])
    // What only the archive has is written out of it while pages are made, so it stays open until then.
    const sourcesOf = store ? archiveSourcesWithStreams : archiveSources
    await withArchive(host, async (archive) =>
      write(await findInArchive(host, archive, {word, meaning}, options, skipped, sourcesOf)),
    )
  } finally {
    for (const sentence of problems) await host.notify(sentence)
  }
}
