import {basename, dirname, join} from 'node:path'
import {formatBytes, formatNoun} from '../../../page/index.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import {openPageFolder, type PageFolder} from '../../../sinks/page-folder.ts'
import {SourceError} from '../../../sources/index.ts'
import {priceOverrides} from '../../archive/price-overrides.ts'
import {Failure} from '../../failure.ts'
import type {Host} from '../../host.ts'
import {showProgressBar} from '../../output/progress.ts'
import {openBrowser} from '../serve/open-browser.ts'
import type {ExportWork} from './export-document.ts'
import {type ExportOptions, isUnfiltered} from './export-options.ts'
import {type ExportSource, joinLineages} from './export-source.ts'
import type {ExportTarget} from './find-on-disk.ts'
import {type FolderExport, folderExporter} from './folder-exporter.ts'
import type {PageFormat} from './formats/page-format.ts'
import {manifestName, readManifest, writeManifest} from './manifest.ts'
import {ExportReport} from './page-writer.ts'
import {groupIntoProjects} from './project.ts'
import type {PageReader} from './read-pages.ts'
import {sourceReader} from './source-reader.ts'

/** Loads the code of a format. */
async function loadFormat({format, formatName, depth}: ExportOptions): Promise<PageFormat> {
  switch (format) {
    case 'html': {
      const [{htmlFormat}, {builtAssets}] = await Promise.all([
        import('./formats/html-format.ts'),
        import('../../output/built-assets.ts'),
      ])
      return htmlFormat(builtAssets())
    }
    case 'md':
      return (await import('./formats/markdown-format.ts')).markdownFormat
    case 'json':
      return (await import('./formats/json-format.ts')).jsonFormat(depth)
    case 'plugin':
      return (await import('./formats/plugin-format.ts')).pluginFormat(formatName, depth)
  }
}

/** Exports sources to the output. `skipped` is called for files that are left out. */
export async function exportSources(
  host: Host,
  options: ExportOptions,
  {sources, single}: ExportTarget,
  skipped: (problem: Error) => void,
): Promise<void> {
  const wanted = {sources: joinLineages(sources), single}
  const share = showProgressBar(host, 'Exporting')
  const all = wanted.sources.reduce((sum, {bytes}) => sum + bytes, 0)
  let done = 0
  let problem: Error | undefined
  const overrides = priceOverrides(host)
  const work: ExportWork = {
    options,
    format: await loadFormat(options),
    reader: readerFor(host, options, overrides, skipped),
    zone: host.zone,
    overrides,
    leftOut(error) {
      if (!(error instanceof SourceError || error instanceof Failure) || wanted.sources.length === 1)
        throw error
      problem ??= error
      skipped(error)
    },
    advance(bytes) {
      done += bytes
      return share.advance(done, all)
    },
  }
  let sessions = 0
  try {
    sessions = await writeTo(host, work, wanted)
  } finally {
    await share.end()
  }
  if (sessions > 0) return
  throw new Failure(`Nothing to export: ${whyNothing(options, problem)}.`, 1)
}

/** If nothing changed, nothing is read, so the code that reads is loaded on demand. */
function readerFor(
  host: Host,
  options: ExportOptions,
  overrides: PriceOverrides | undefined,
  skipped: (problem: Error) => void,
): PageReader {
  const load = async (): Promise<PageReader> =>
    (await import('./read-pages.ts')).pageReader(host, options, overrides, skipped)
  return {
    readFiles: async (input) => (await load()).readFiles(input),
    readStdin: async () => (await load()).readStdin(),
  }
}

function whyNothing(options: ExportOptions, problem: Error | undefined): string {
  if (!isUnfiltered(options)) return 'nothing matches the filters'
  if (problem) return 'nothing could be read'
  return options.depth === 'all' ? 'it is empty' : 'it contains no messages; --depth all shows every line'
}

/** Returns the number of sessions. */
function writeTo(host: Host, work: ExportWork, wanted: ExportTarget): Promise<number> {
  const {place} = work.options
  switch (place.kind) {
    case 'stdout':
      return toStdout(host, work, wanted)
    case 'file':
      return guarded(host, work, dirname(place.path), (folder) =>
        toFile(host, work, wanted, folder, place.path),
      )
    case 'folder':
      return guarded(host, work, place.path, (folder) => toFolder(host, work, wanted, folder))
  }
}

async function toStdout(host: Host, work: ExportWork, {sources}: ExportTarget): Promise<number> {
  let sessions = 0
  let bytes = 0
  const found = (): void => {
    sessions += 1
  }
  let waiting = ''
  const {documentChunks} = await import('./export-document.ts')
  for await (const piece of documentChunks({...work, found}, sources, undefined, () => {})) {
    // Nothing is printed before the first session, because a document without one is an error.
    waiting += piece
    if (sessions === 0) continue
    await host.rawOut.write(waiting)
    bytes += Buffer.byteLength(waiting)
    waiting = ''
    if (host.out.closed) return sessions
  }
  if (sessions === 0) return 0
  await host.rawOut.write(waiting)
  await host.err.write(
    `Wrote ${formatNoun(sessions, 'session')} (${formatBytes(bytes + Buffer.byteLength(waiting))}).\n`,
  )
  return sessions
}

async function toFile(
  host: Host,
  work: ExportWork,
  {sources}: ExportTarget,
  folder: PageFolder,
  path: string,
): Promise<number> {
  let sessions = 0
  const found = (): void => {
    sessions += 1
  }
  const report = new ExportReport()
  const wrote = report.add.bind(report)
  const {documentChunks} = await import('./export-document.ts')
  const draft = folder.begin(basename(path))
  for await (const piece of documentChunks({...work, found}, sources, folder, wrote)) draft.write(piece)
  if (sessions === 0) return 0
  const {changed, bytes} = draft.finish()
  report.add(basename(path), changed, bytes)
  await host.out.write(`${report.sentence(folder.path)}\n`)
  if (work.options.open) openBrowser(path, host.platform)
  return sessions
}

async function toFolder(
  host: Host,
  work: ExportWork,
  wanted: ExportTarget,
  folder: PageFolder,
): Promise<number> {
  const report = new ExportReport()
  const {options} = work
  const {single, sources} = wanted
  const reader = sourceReader(work.reader, work.advance)
  const sessions = await exportFolder({...work, folder, reader, report, single}, sources)
  if (sessions > 0) await host.out.write(`${report.sentence(folder.path)}\n`)
  const entrance = options.open ? report.entryPage() : undefined
  if (entrance !== undefined) openBrowser(join(folder.path, entrance), host.platform)
  return sessions
}

/** Removes half-written files, whatever happens. */
async function guarded(
  host: Host,
  {options}: ExportWork,
  path: string,
  work: (folder: PageFolder) => Promise<number>,
): Promise<number> {
  const folder = openPageFolder(path, host.now(), options.isPrivate)
  const forget = host.signals.listen((signal) => {
    folder.drop()
    forget()
    host.signals.raise(signal)
  })
  try {
    return await work(folder)
  } finally {
    folder.drop()
    forget()
  }
}

/** The manifest is written again after this many bytes. */
const betweenNotes = 32 * 1024 * 1024

/**
 * Writes a page for each session, combined pages for each project, and an index; returns the number of sessions. The links
 * between sessions are known only after all are read, so there are two passes; the second rewrites only pages with new links.
 */
async function exportFolder(work: FolderExport, sources: readonly ExportSource[]): Promise<number> {
  const {folder, options, format, report} = work
  const manifest = readManifest(folder.read(manifestName))
  const projects = groupIntoProjects(sources)
  const run = folderExporter(work, manifest, projects)
  const keep = (): unknown => folder.write(manifestName, writeManifest(manifest))
  run.reuseManifest()
  let unkept = 0
  for (const project of projects) {
    unkept += await run.readChanged(project)
    await run.writeShared(project)
    // After an interruption, the next run continues from here.
    if (unkept > betweenNotes) keep()
    unkept = unkept > betweenNotes ? 0 : unkept
  }
  for (const project of projects) {
    for (const session of project.sessions) await run.writeSession(session)
    await run.writeShared(project)
  }
  const sessions = projects.reduce((sum, project) => sum + project.sessions.length, 0)
  if (sessions === 0) return 0
  for (const {name, text} of options.linkAssets ? format.assets : []) {
    const {changed, bytes} = folder.write(`assets/${name}`, text)
    report.add(`assets/${name}`, changed, bytes)
  }
  if (!work.single) run.writeIndex()
  keep()
  return sessions
}
