import {asObject, emptyObject, list, number, object, parseObject, text} from '../../../model/fields.ts'
import type {JsonObject, JsonValue} from '../../../model/index.ts'
import type {Cost, SessionCard} from '../../../page/index.ts'
import type {LineageInfo} from './session-lineage.ts'

/** The file in which a run notes what it did, for the next run. */
export const manifestName = '.recount-export.json'

/** A session of an earlier run. */
export interface KnownSession {
  readonly card: SessionCard
  readonly entries: number
  readonly lineage: LineageInfo | undefined
}

/** A source of an earlier run. */
export interface KnownSource {
  readonly print: string
  readonly sessions: readonly KnownSession[]
}

/** A page of an earlier run, with its parts and images. */
export interface KnownPage {
  readonly print: string
  readonly files: readonly {readonly name: string; readonly bytes: number}[]
}

/** What an earlier run did. It only saves work: without it, the same pages are written. */
export interface Manifest {
  readonly sources: Map<string, KnownSource>
  readonly pages: Map<string, KnownPage>
}

const format = 'recount-export'
const version = 2

/** Reads a manifest; a broken one, or one of another program, is ignored. */
export function readManifest(content: string | undefined): Manifest {
  const manifest: Manifest = {sources: new Map(), pages: new Map()}
  const value = parseObject(content ?? '') ?? emptyObject
  if (text(value, 'format') !== format || number(value, 'version') !== version) return manifest
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

/** The text of the file; the same manifest always gives the same text. */
export function writeManifest({sources, pages}: Manifest): string {
  return `${JSON.stringify({format, version, sources: sorted(sources), pages: sorted(pages)}, null, 1)}\n`
}

function sorted<T>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
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
    ? {card, entries, lineage: readLineage(object(session, 'lineage'))}
    : undefined
}

function readCard(card: JsonObject | undefined): SessionCard | undefined {
  const sessionId = card && text(card, 'sessionId')
  if (!card || sessionId === undefined) return undefined
  const count = (key: string): number => number(card, key) ?? 0
  return {
    sessionId,
    title: text(card, 'title'),
    firstPrompt: text(card, 'firstPrompt'),
    cwd: text(card, 'cwd'),
    gitBranch: text(card, 'gitBranch'),
    startedAt: number(card, 'startedAt'),
    endedAt: number(card, 'endedAt'),
    models: list(card, 'models').filter((model) => typeof model === 'string'),
    cost: readCost(object(card, 'cost')),
    tokens: number(card, 'tokens'),
    turns: count('turns'),
    toolCalls: count('toolCalls'),
    errors: count('errors'),
    agents: count('agents'),
  }
}

function readCost(cost: JsonObject | undefined): Cost | undefined {
  const usd = cost && number(cost, 'usd')
  const from = cost && text(cost, 'from')
  return usd === undefined ? undefined : {usd, from: from === 'reported' ? 'reported' : 'computed'}
}

function readLineage(value: JsonObject | undefined): LineageInfo | undefined {
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
    const about = asObject(file) ?? emptyObject
    const [name, bytes] = [text(about, 'name'), number(about, 'bytes')]
    return name === undefined || bytes === undefined ? [] : [{name, bytes}]
  })
  return files.length > 0 && files.length === given.length ? {print, files} : undefined
}
