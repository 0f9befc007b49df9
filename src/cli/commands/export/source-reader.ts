import {basename} from 'node:path'
import {createSessionCard} from '../../../page/index.ts'
import type {ExportSource} from './export-source.ts'
import {countEntries} from './filter-page.ts'
import {strayPage} from './formats/with-strays.ts'
import type {KnownSource} from './manifest.ts'
import type {PageReader, ReadPages} from './read-pages.ts'

/** The maximum size of the files whose pages stay in memory. */
const maxKeptBytes = 12 * 1024 * 1024

/** Reads sources when they are needed, and remembers the last ones. */
export class SourceReader {
  readonly #reader: PageReader
  readonly #kept = new Map<ExportSource, ReadPages>()
  readonly #read = new Set<ExportSource>()
  readonly #advance: (bytes: number) => Promise<void>
  #keptBytes = 0

  /** `advance` is called with the bytes of a source when it was read for the first time. */
  constructor(reader: PageReader, advance: (bytes: number) => Promise<void>) {
    this.#reader = reader
    this.#advance = advance
  }

  /** Everything in a source. If no line belongs to a session, the lines get a page named after the file. */
  async pagesOf(source: ExportSource): Promise<ReadPages> {
    const known = this.#kept.get(source)
    if (known) return known
    const {sessions, strays} = await readSource(this.#reader, source)
    const id = basename(source.key).replace(/\.(?:jsonl|ndjson|json)$/, '')
    const pages: ReadPages =
      sessions.length > 0 || strays.length === 0
        ? {sessions, strays}
        : {sessions: [{page: strayPage(id, strays), ancestry: undefined}], strays: []}
    this.#keep(source, pages)
    if (!this.#read.has(source)) await this.#advance(source.bytes)
    this.#read.add(source)
    return pages
  }

  /** What a manifest needs to know of a source. */
  async summaryOf(source: ExportSource, print: string): Promise<KnownSource> {
    const {sessions, strays} = await this.pagesOf(source)
    return {
      print,
      sessions: sessions.map(({page, ancestry}) => ({
        card: createSessionCard(page),
        entries: countEntries(page) + strays.length,
        ancestry,
      })),
    }
  }

  #keep(source: ExportSource, pages: ReadPages): void {
    this.#kept.set(source, pages)
    this.#keptBytes += source.bytes
    for (const kept of this.#kept.keys()) {
      if (this.#keptBytes <= maxKeptBytes || kept === source) break
      // What can be read only once must stay.
      if (kept.print === undefined) continue
      this.#kept.delete(kept)
      this.#keptBytes -= kept.bytes
    }
  }
}

/** Reads a source and leaves nothing of it behind. */
export async function readSource(reader: PageReader, source: ExportSource): Promise<ReadPages> {
  const {input, close} = await source.open()
  try {
    return await (input.path === '-' ? reader.readStdin() : reader.readFiles(input))
  } finally {
    close()
  }
}
