import {cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterAll, afterEach, beforeEach} from 'vitest'
import type {Archive, ArchiveReader, IngestReport} from '../../../src/archive/archive.ts'
import type {Query} from '../../../src/archive/query/index.ts'
import {isMistake, parseQuery} from '../../../src/archive/query/index.ts'

const recordings = fileURLToPath(new URL('../../recordings/2.1.325', import.meta.url))
export const scenarios = ['hello', 'subagent', 'tools-basic', 'permission-denied'] as const
export const now = Date.parse('2026-12-01T00:00:00Z')
export const watcher = {now: () => now, advance: async () => {}, skipped: () => {}}
export const session = '0aaaaaaa-0000-4000-8000-000000000001'

/** How an engine opens the archive of a folder: the same one for the same folder. */
export interface Engine {
  open(folder: string): Promise<Archive>
  openToRead(folder: string): Promise<ArchiveReader>
}

/** What every test of an archive works with: fresh archives, and a folder to be read that is another one for each test. */
export interface ArchiveContext {
  /** A folder for an archive. */
  home(): string
  /** A folder for anything else. */
  target(): string
  /** Opens an archive, which is closed after the test. */
  open(folder?: string): Promise<Archive>
  openToRead(folder: string): Promise<ArchiveReader>
  /** Adds what is below some folders, or below `root`, and makes it searchable. */
  add(archive: Archive, ...roots: readonly string[]): Promise<IngestReport>
  root(): string
  /** Writes a file below `root`. */
  write(path: string, content: string): string
  /** Copies the files of a recording below `root`. */
  record(scenario: string): string
}

/** Tests of each member of an interface: one that is missing here does not compile. */
export type MemberTests<Interface> = {
  readonly [Member in keyof Interface]-?: (context: ArchiveContext) => void
}

/** Prepares the tests of an engine. */
export function archiveContext(engine: Engine): ArchiveContext {
  const temp = mkdtempSync(join(tmpdir(), 'recount-conformance-'))
  const opened: ArchiveReader[] = []
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(temp, 'root-'))
  })
  afterEach(() => {
    for (const archive of opened.splice(0)) archive.close()
  })
  afterAll(() => rmSync(temp, {recursive: true, force: true}))
  const home = (): string => mkdtempSync(join(temp, 'home-'))
  return {
    home,
    target: () => mkdtempSync(join(temp, 'target-')),
    async open(folder = home()) {
      const archive = await engine.open(folder)
      opened.push(archive)
      return archive
    },
    async openToRead(folder) {
      const archive = await engine.openToRead(folder)
      opened.push(archive)
      return archive
    },
    async add(archive, ...roots) {
      const report = await archive.ingest(roots.length === 0 ? [root] : roots, watcher)
      await archive.index()
      return report
    },
    root: () => root,
    write(path, content) {
      const place = join(root, path)
      mkdirSync(dirname(place), {recursive: true})
      writeFileSync(place, content)
      return place
    },
    record(scenario) {
      const folder = join(root, scenario)
      cpSync(join(recordings, scenario), folder, {
        recursive: true,
        filter: (path) => statSync(path).isDirectory() || /\.(jsonl|meta\.json)$/.test(path),
      })
      return folder
    },
  }
}

/** A prompt as Claude Code writes it into a transcript. */
export const said = (text: string, more: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({type: 'user', uuid: text, parentUuid: null, sessionId: session, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work', message: {role: 'user', content: text}, ...more})}\n`

export function queryOf(words: string): Query {
  const query = parseQuery(words, {now, zone: 'UTC'})
  if (isMistake(query)) throw new Error(query.mistake)
  return query
}

export async function linksOf(archive: ArchiveReader, words: string): Promise<readonly string[]> {
  const found = await archive.search(queryOf(words), {limit: 1000, patience: 60_000, now: () => 0})
  return found.hits.map(({link}) => link).sort()
}

/** The files below a folder, in order. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
