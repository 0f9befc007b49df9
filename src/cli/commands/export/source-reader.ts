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
export type SourceReader = ReturnType<typeof sourceReader>

/** Nothing is read yet. `advance` is called with the bytes of a source when it was read for the first time. */
export function sourceReader(reader: PageReader, advance: (bytes: number) => Promise<void>) {
  const kept = new Map<ExportSource, ReadPages>()
  const read = new Set<ExportSource>()
  let keptBytes = 0
  const keep = (source: ExportSource, pages: ReadPages): void => {
    kept.set(source, pages)
    keptBytes += source.bytes
    for (const old of kept.keys()) {
      if (keptBytes <= maxKeptBytes || old === source) break
      // A source that can be read only once must stay in memory.
      if (old.print === undefined) continue
      kept.delete(old)
      keptBytes -= old.bytes
    }
  }
  /** Everything in a source. If no line belongs to a session, the lines get a page named after the file. */
  const pagesOf = async (source: ExportSource): Promise<ReadPages> => {
    const known = kept.get(source)
    if (known) return known
    const {sessions, strays} = await readSource(reader, source)
    const id = basename(source.key).replace(/\.(?:jsonl|ndjson|json)$/, '')
    const pages: ReadPages =
      sessions.length > 0 || strays.length === 0
        ? {sessions, strays}
        : {sessions: [{page: strayPage(id, strays), lineage: undefined}], strays: []}
    keep(source, pages)
    if (!read.has(source)) await advance(source.bytes)
    read.add(source)
    return pages
  }
  return {
    pagesOf,
    /** The entry of a source in the manifest. */
    async summaryOf(source: ExportSource, print: string): Promise<KnownSource> {
      const {sessions, strays} = await pagesOf(source)
      return {
        print,
        sessions: sessions.map(({page, lineage}) => ({
          card: createSessionCard(page),
          entries: countEntries(page) + strays.length,
          lineage,
        })),
      }
    },
  }
}

/** Reads a source and removes its temporary files. */
export async function readSource(reader: PageReader, source: ExportSource): Promise<ReadPages> {
  const {input, close} = await source.open()
  try {
    return await (input.path === '-' ? reader.readStdin() : reader.readFiles(input))
  } finally {
    close()
  }
}
