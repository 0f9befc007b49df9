import {basename} from 'node:path'
import {timeOf} from '../../model/line.ts'
import type {PageFolder} from '../../sinks/page-folder.ts'
import {linesOf} from '../../sources/index.ts'
import {readInput} from '../read-input.ts'
import type {ExportOptions} from './export-options.ts'
import type {ExportSource} from './export-source.ts'
import {AncestryReader, Lineage} from './lineage.ts'
import type {DocumentSession, PageFormat} from './page-format.ts'
import type {PageFrame} from './page-frame.ts'
import type {Wrote} from './page-writer.ts'
import {pictureUrls} from './pictures.ts'
import type {PageReader} from './read-pages.ts'
import {readSource} from './source-reader.ts'
import {strayPage} from './with-strays.ts'

/** What the export into one document works with. */
export interface DocumentExport {
  readonly options: ExportOptions
  readonly format: PageFormat
  readonly reader: PageReader
  readonly zone: string
  readonly leftOut: (error: unknown) => void
  /** So many bytes of the sources were read. */
  readonly advance: (bytes: number) => Promise<void>
  /** A session goes into the document. */
  readonly found: () => void
}

/** All sessions in one document, oldest first, in pieces. Pictures that are files go into `folder`. */
export function documentPieces(
  work: DocumentExport,
  sources: readonly ExportSource[],
  folder: PageFolder | undefined,
  wrote: Wrote,
): AsyncIterable<string> {
  const {options, format, zone} = work
  const ids = new Set<string>()
  const frame: PageFrame = {
    zone,
    timestamps: options.timestamps,
    compact: options.compact,
    gitLink: options.gitLink,
    images: options.images,
    imageUrl: pictureUrls(options.images, folder, '', wrote),
    sessionHref: (id) => (ids.has(id) ? `#session-${id}` : undefined),
    partHref: () => '',
    home: undefined,
    assets: undefined,
    splits: false,
  }
  return format.document(noted(sessionsOf(work, sources), ids), frame)
}

/** Notes which sessions there are, for links between them. */
async function* noted(
  read: AsyncIterable<DocumentSession>,
  ids: Set<string>,
): AsyncGenerator<DocumentSession> {
  for await (const next of read) {
    for (const {id} of next.sessions) ids.add(id)
    yield next
  }
}

async function* sessionsOf(
  work: DocumentExport,
  sources: readonly ExportSource[],
): AsyncGenerator<DocumentSession> {
  const {lineage, inOrder} = await surveyOf(work, sources)
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

interface Survey {
  readonly lineage: Lineage
  readonly inOrder: readonly ExportSource[]
}

/** Who continues whom, and what came first: known before the first session is written. One needs no survey. */
async function surveyOf(work: DocumentExport, sources: readonly ExportSource[]): Promise<Survey> {
  const lineage = new Lineage()
  if (sources.length < 2) return {lineage, inOrder: sources}
  const dated: {readonly source: ExportSource; readonly time: number}[] = []
  for (const source of sources) {
    try {
      dated.push({source, time: await look(source, lineage)})
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

/** When a source begins; its sessions are added to `lineage`. */
async function look(source: ExportSource, lineage: Lineage): Promise<number> {
  const {input, close} = await source.open()
  const ancestors = new AncestryReader()
  let first: number | undefined
  try {
    const named = new Map(input.files.map(({path, session}) => [path, session]))
    for (const line of linesOf(readInput(input, () => {}))) {
      ancestors.look(line, named.get(line.at.source))
      first ??= timeOf(line)
    }
  } finally {
    close()
  }
  for (const member of ancestors.members()) lineage.add(member)
  return first ?? 0
}
