import {asObject, list, number, object, text} from '../../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../../model/index.ts'
import {isJsonObject} from '../../../model/index.ts'
import type {Cost, SessionCard} from '../../../page/index.ts'
import type {LineageInfo} from './session-lineage.ts'

/** The file in which a run notes for the next one what it did. */
export const manifestName = '.recount-export.json'

/** A session as an earlier run knew it. */
export interface KnownSession {
  readonly card: SessionCard
  readonly entries: number
  readonly ancestry: LineageInfo | undefined
}

/** What an earlier run read, by what it read it from. */
export interface KnownSource {
  readonly print: string
  readonly sessions: readonly KnownSession[]
}

/** A page that an earlier run wrote, with its parts and pictures. */
export interface KnownPage {
  readonly print: string
  readonly files: readonly {readonly name: string; readonly bytes: number}[]
}

/** What an earlier run did. It saves work and decides nothing: without it the same pages are written. */
export interface Manifest {
  readonly sources: Map<string, KnownSource>
  readonly pages: Map<string, KnownPage>
}

const format = 'recount-export'
const version = 1

/** Reads a manifest; a broken one, or one of another program, is ignored. */
export function readManifest(content: string | undefined): Manifest {
  const manifest: Manifest = {sources: new Map(), pages: new Map()}
  const value = parse(content)
  if (!isJsonObject(value) || text(value, 'format') !== format || number(value, 'version') !== version)
    return manifest
  for (const [key, source] of Object.entries(object(value, 'sources') ?? {})) {
    const known = readSource(source)
    if (known) manifest.sources.set(key, known)
  }
  for (const [key, page] of Object.entries(object(value, 'pages') ?? {})) {
    const known = readPage(page)
    if (known) manifest.pages.set(key, known)
  }
  return manifest
}

/** The manifest as a file; the same manifest always is the same file. */
export function writeManifest({sources, pages}: Manifest): string {
  return `${JSON.stringify({format, version, sources: sorted(sources), pages: sorted(pages)}, null, 1)}\n`
}

function sorted<T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function parse(content: string | undefined): JsonValue | undefined {
  try {
    return content === undefined ? undefined : JSON.parse(content)
  } catch {
    return undefined
  }
}

function readSource(value: JsonValue | undefined): KnownSource | undefined {
  const source = asObject(value)
  const print = source && text(source, 'print')
  if (!source || print === undefined) return undefined
  const given = list(source, 'sessions')
  const sessions = given.flatMap((session) => readSession(session) ?? [])
  return sessions.length === given.length ? {print, sessions} : undefined
}

function readSession(value: JsonValue): KnownSession | undefined {
  const session = asObject(value)
  const card = readCard(session && object(session, 'card'))
  const entries = session && number(session, 'entries')
  return session && card && entries !== undefined
    ? {card, entries, ancestry: readAncestry(object(session, 'ancestry'))}
    : undefined
}

function readCard(card: JsonObject | undefined): SessionCard | undefined {
  const id = card && text(card, 'id')
  if (!card || id === undefined) return undefined
  const count = (key: string): number => number(card, key) ?? 0
  return {
    sessionId: id,
    title: text(card, 'title'),
    firstPrompt: text(card, 'firstPrompt'),
    cwd: text(card, 'folder'),
    gitBranch: text(card, 'gitBranch'),
    startedAt: number(card, 'startedAt'),
    endedAt: number(card, 'endedAt'),
    models: list(card, 'models').filter((model) => typeof model === 'string'),
    tokens: number(card, 'tokens'),
    cost: readCost(object(card, 'cost')),
    turns: count('turns'),
    toolCalls: count('tools'),
    errors: count('errors'),
    agents: count('agents'),
  }
}

function readCost(cost: JsonObject | undefined): Cost | undefined {
  const usd = cost && number(cost, 'usd')
  const from = cost && text(cost, 'from')
  return usd === undefined ? undefined : {usd, from: from === 'reported' ? 'reported' : 'computed'}
}

function readAncestry(value: JsonObject | undefined): LineageInfo | undefined {
  if (!value) return undefined
  const [first, last] = [text(value, 'first'), text(value, 'last')]
  const [firstAt, lastAt] = [number(value, 'firstAt'), number(value, 'lastAt')]
  return first === undefined || last === undefined || firstAt === undefined || lastAt === undefined
    ? undefined
    : {first, firstAt, last, lastAt, forkedFrom: text(value, 'forkedFrom')}
}

function readPage(value: JsonValue | undefined): KnownPage | undefined {
  const page = asObject(value)
  const print = page && text(page, 'print')
  if (!page || print === undefined) return undefined
  const given = list(page, 'files')
  const files = given.flatMap((file) => {
    const name = isJsonObject(file) ? text(file, 'name') : undefined
    const bytes = isJsonObject(file) ? number(file, 'bytes') : undefined
    return name === undefined || bytes === undefined ? [] : [{name, bytes}]
  })
  return files.length > 0 && files.length === given.length ? {print, files} : undefined
}
