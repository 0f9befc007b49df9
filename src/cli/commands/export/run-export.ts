import {findSessionFiles} from '../../../sources/index.ts'
import type {RunCommand} from '../../arguments/command.ts'
import {readExportOptions} from './export-options.ts'
import {sourceOnDisk} from './export-source.ts'
import {type ExportTarget, findOnDisk} from './find-on-disk.ts'

/** `recount export`: writes pages of sessions, or the sessions themselves into a store. */
export const runExport: RunCommand = async (host, given) => {
  // A run that finds nothing new spends most of its time on loading code, so each format loads only its own.
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
    // The archive may have more of a session than its transcript, and a store gets all of it.
    if (meaning?.path !== undefined && !(store && meaning.session !== undefined)) {
      const files = findSessionFiles(meaning.path, skipped)
      return await write({sources: [sourceOnDisk(meaning.path, files)], single: true})
    }
    const {archiveSources, archiveSourcesWithStreams, findInArchive} = await import('./archive-sources.ts')
    const {withArchive} = await import('../../archive/with-archive.ts')
    // Sessions that only the archive has are restored while pages are made, so the archive stays open until then.
    const sourcesOf = store ? archiveSourcesWithStreams : archiveSources
    await withArchive(host, async (archive) =>
      write(await findInArchive(host, archive, {word, meaning}, options, skipped, sourcesOf)),
    )
  } finally {
    for (const sentence of problems) await host.notify(sentence)
  }
}
