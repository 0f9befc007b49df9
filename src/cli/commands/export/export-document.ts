import {basename} from 'node:path'
import {timeOf} from '../../../model/line.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import type {PageFolder} from '../../../sinks/page-folder.ts'
import {linesOf} from '../../../sources/index.ts'
import {readSavedSession} from '../../sessions/read-input.ts'
import type {ExportOptions} from './export-options.ts'
import type {ExportSource} from './export-source.ts'
import type {DocumentSession, PageFormat, PageFrame} from './formats/page-format.ts'
import {strayPage} from './formats/with-strays.ts'
import {imageUrls, type OnWritten} from './page-writer.ts'
import type {PageReader} from './read-pages.ts'
import {LineageReader, SessionLineage} from './session-lineage.ts'
import {readSource} from './source-reader.ts'

/** What every way of exporting needs. */
export interface ExportWork {
  readonly options: ExportOptions
  readonly format: PageFormat
  readonly reader: PageReader
  readonly zone: string
  readonly overrides: PriceOverrides | undefined
  /** Reports and skips what cannot be read, unless it is the only source. */
  readonly leftOut: (error: unknown) => void
  /** Called with the bytes of each source that was read. */
  readonly advance: (bytes: number) => Promise<void>
}

/** What an export into one document needs. */
export interface DocumentExport extends ExportWork {
  /** Called for each session in the document. */
  readonly found: () => void
}

/** All sessions in one document, oldest first, in chunks. Image files are written to `folder`. */
export function documentChunks(
  work: DocumentExport,
  sources: readonly ExportSource[],
  folder: PageFolder | undefined,
  wrote: OnWritten,
): AsyncIterable<string> {
  const {options, format, zone} = work
  const ids = new Set<string>()
  const frame: PageFrame = {
    ...options,
    zone,
    imageUrl: imageUrls(options.images, folder, '', wrote),
    sessionHref: (id) => (ids.has(id) ? `#session-${id}` : undefined),
    partHref: () => '',
    home: undefined,
    assets: undefined,
    splits: false,
  }
  return format.document(collectIds(sessionsOf(work, sources), ids), frame)
}

/** Collects the ids of the sessions, for links between them. */
async function* collectIds(
  read: AsyncIterable<DocumentSession>,
  ids: Set<string>,
): AsyncGenerator<DocumentSession> {
  for await (const next of read) {
    for (const {sessionId} of next.sessions) ids.add(sessionId)
    yield next
  }
}

async function* sessionsOf(
  work: DocumentExport,
  sources: readonly ExportSource[],
): AsyncGenerator<DocumentSession> {
  const {lineage, inOrder} = await surveySources(work, sources)
  for (const source of inOrder) {
    try {
      const {sessions, strays} = await readSource(work.reader, source)
      const linked = sessions.map(({page}) => lineage.linked(page))
      for (const _ of linked) work.found()
      if (linked.length === 0 && strays.length > 0) work.found()
      yield linked.length === 0 && strays.length > 0 && work.format.ending !== 'json'
        ? {sessions: [strayPage(basename(source.key), strays)], strays: []}
        : {sessions: linked, strays}
    } catch (error) {
      work.leftOut(error)
    }
    await work.advance(source.bytes)
  }
}

/** Finds out which session continues which, and their order, before the first is written. */
async function surveySources(work: DocumentExport, sources: readonly ExportSource[]) {
  const lineage = new SessionLineage()
  if (sources.length < 2) return {lineage, inOrder: sources}
  const dated: {readonly source: ExportSource; readonly time: number}[] = []
  for (const source of sources) {
    try {
      dated.push({source, time: await surveySource(source, lineage)})
    } catch (error) {
      work.leftOut(error)
    }
  }
  return {
    lineage,
    inOrder: dated
      .sort((a, b) => a.time - b.time || (a.source.key < b.source.key ? -1 : 1))
      .map(({source}) => source),
  }
}

/** The time at which a source starts. Adds its sessions to `lineage`. */
async function surveySource(source: ExportSource, lineage: SessionLineage): Promise<number> {
  const {input, close} = await source.open()
  const ancestors = new LineageReader()
  let first: number | undefined
  try {
    const named = new Map(input.files.map(({path, session}) => [path, session]))
    for (const line of linesOf(readSavedSession(input, () => {}))) {
      ancestors.add(line, named.get(line.at.source))
      first ??= timeOf(line)
    }
  } finally {
    close()
  }
  for (const member of ancestors.members()) lineage.add(member)
  return first ?? 0
}
