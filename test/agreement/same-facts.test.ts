import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import type {ListedSession} from '../../src/archive/archive.ts'
import {querySessions} from '../../src/archive/sqlite/sessions/query-sessions.ts'
import {queryUsage} from '../../src/archive/sqlite/usage/query-usage.ts'
import type {UsageRow} from '../../src/archive/usage/usage-report.ts'
import type {ConversationDocument} from '../../src/conversation/index.ts'
import type {SessionJson} from '../../src/json/session-json.ts'
import type {Usage} from '../../src/model/index.ts'
import {noUsage} from '../../src/model/index.ts'
import type {SessionPage} from '../../src/page/index.ts'
import type {PageJson} from '../../src/render/json/page-json.ts'
import {SessionRenderer} from '../../src/server/live-session/session-renderer.ts'
import {archivedCost} from '../../src/server/server-state.ts'
import type {SourceFile} from '../../src/sources/index.ts'
import {readSession} from '../../src/sources/index.ts'
import {memoryArchive} from '../support/archive/memory-archive.ts'
import type {Reading} from '../support/conversation/readings.ts'
import {copyReadings} from '../support/conversation/readings.ts'
import {allRecordings, foldFiles, foldSession} from '../support/conversation/recordings.ts'
import {
  exportedTotals,
  foldedTotals,
  inspectedTotals,
  microsOf,
  pageTotals,
  shownResponses,
  shownTotals,
} from '../support/conversation/totals.ts'
import {recount} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-one-truth-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

/** What an output says of one session. Not every output has every field. */
interface Said {
  readonly title?: string | undefined
  readonly turns: number
  readonly tools: number
  /** The names of the tools that were called. */
  readonly called?: readonly string[]
  readonly states?: Readonly<Record<string, number>>
  readonly errors: number
  readonly denied?: number
  readonly agents: number
  readonly usage: Usage
  /** What the client reported, and what is shown: that, with what prices give for the rest. In micro-dollars. */
  readonly reported: number | undefined
  readonly cost?: number | undefined
  readonly outcome?: string
}

type Sessions = ReadonlyMap<string, Said>

const fields = [
  'title',
  'turns',
  'tools',
  'called',
  'states',
  'errors',
  'denied',
  'agents',
  'usage',
  'reported',
  'cost',
  'outcome',
] as const satisfies readonly (keyof Said)[]

const home = join(temp, 'home')

const run = (at: string, ...words: readonly string[]): string => {
  const {stdout, stderr, status} = recount(words, {home: at})
  if (status !== 0) throw new Error(`recount ${words.join(' ')}: ${stderr}`)
  return stdout
}

const read = (...words: readonly string[]) => JSON.parse(run(home, ...words))

const namesIn = (names: readonly string[]): readonly string[] => [...new Set(names)].sort()

const show = (path: string): ConversationDocument => read('show', path, '--format', 'json')

function shown({sessions, toolCalls: toolRuns, agents}: ConversationDocument): Sessions {
  return new Map(
    sessions.map(({sessionId: id, title, turns, outcome, usage, reportedCostUsd}) => {
      const states: Record<string, number> = {}
      for (const {sessionId: session, state, isCopied} of toolRuns)
        if (session === id && !isCopied) states[state] = (states[state] ?? 0) + 1
      const said = {
        title: title ?? undefined,
        turns: turns.length,
        tools: Object.values(states).reduce((sum, count) => sum + count, 0),
        called: namesIn(toolRuns.flatMap((run) => (run.sessionId === id && !run.isCopied ? [run.name] : []))),
        states,
        errors: states['failed'] ?? 0,
        denied: states['denied'] ?? 0,
        agents: agents.filter(({sessionId: session, isCopied}) => session === id && !isCopied).length,
        usage: usage ?? noUsage,
        reported: microsOf(reportedCostUsd),
        outcome: outcome.state,
      }
      return [id, said]
    }),
  )
}

const onPage = (
  {title, summary, agents, usage}: Pick<SessionPage, 'title' | 'summary' | 'agents' | 'usage'>,
  cost: number | undefined,
): Said => ({
  title,
  turns: summary.turns,
  tools: summary.toolCalls,
  errors: summary.failedToolCalls,
  denied: summary.deniedToolCalls,
  agents: agents.length,
  usage: usage ?? noUsage,
  reported: microsOf(summary.reportedCostUsd),
  cost,
  outcome: summary.state,
})

const exportPage = (path: string): PageJson => read('export', path, '-o', '-', '--format', 'json')

/** A session that is on two pages is two sessions to a reader. */
function exported({sessions}: PageJson): Sessions {
  const said = new Map<string, Said>()
  for (const page of sessions) {
    const id = said.has(page.sessionId) ? `${page.sessionId} again` : page.sessionId
    said.set(id, onPage(page, page.costMicros))
  }
  return said
}

/** The rows of the archive. */
interface ArchiveRows {
  readonly sessions: readonly (ListedSession | SessionJson)[]
  readonly rows: readonly Pick<UsageRow, 'key' | 'usage'>[]
}

/** What `ls --json` and `usage session --json` print of a new archive. */
function printedRows({folder}: Reading): ArchiveRows {
  const own = mkdtempSync(join(temp, 'home-'))
  run(own, 'index', folder)
  const listed = run(own, 'ls', '--json').trim().split('\n')
  const {rows} = JSON.parse(run(own, 'usage', 'session', '--json'))
  rmSync(own, {recursive: true})
  return {sessions: listed.filter((line) => line !== '').map((line) => JSON.parse(line)), rows}
}

/** The same rows without the commands, which takes a tenth of the time. */
async function queriedRows({files}: Reading): Promise<ArchiveRows> {
  const database = await memoryArchive(files.map(({path}) => path))
  const sessions = querySessions(database, {now: 0})
  const {rows} = queryUsage(database, {group: 'session', timeZone: 'UTC'})
  database.close()
  return {sessions, rows}
}

function archived({sessions, rows}: ArchiveRows): Sessions {
  const usageOf = new Map(rows.map(({key, usage}) => [key, usage]))
  return new Map(
    sessions.map((session) => {
      const {sessionId: id, turns, toolCalls: tools, errors, agents} = session
      const title = session.title ?? undefined
      const called = namesIn(session.tools)
      const usage = usageOf.get(id) ?? noUsage
      const [costMicros, reported] = [
        session.costMicros ?? undefined,
        session.reportedCostMicros ?? undefined,
      ]
      const cost = microsOf(archivedCost({...session, costMicros, reportedCostMicros: reported})?.usd)
      return [id, {title, turns, tools, called, errors, agents, usage, reported, cost}]
    }),
  )
}

/** The head of a session's page in the viewer, which gets what prices give from the archive. */
function viewed(files: readonly SourceFile[], session: string, cost: number | undefined): Said {
  const core = new SessionRenderer({
    session,
    address: '/s',
    zone: 'UTC',
    depth: 'hook',
    hashOf: (text) => text,
  })
  for (const step of readSession(files)) {
    if (step.kind === 'begin') core.fold.conversation.begin(step.file.path, step.file)
    else if (step.kind === 'lines') for (const line of step.lines) core.fold.add(line)
    else core.fold.conversation.end(step.file.path)
  }
  core.markAllSent()
  core.summarizeUnseen(() => false)
  core.head.archived = {cost: cost === undefined ? undefined : {usd: cost / 1_000_000, from: 'computed'}}
  const page = core.head.page()
  return onPage(page, microsOf(page.cost?.usd))
}

/** Each session's dollars are rounded by themselves in the archive. */
function isSame(field: keyof Said, a: Said[keyof Said], b: Said[keyof Said]): boolean {
  if ((field === 'cost' || field === 'reported') && typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= 5
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The disagreements of outputs, each compared with the first that has the field. */
function disagreements(outputs: Readonly<Record<string, Sessions>>): readonly string[] {
  const found = new Set<string>()
  for (const id of new Set(Object.values(outputs).flatMap((sessions) => [...sessions.keys()]))) {
    const said = Object.entries(outputs).map(([output, sessions]) => [output, sessions.get(id)] as const)
    const missing = said.filter(([, session]) => !session).map(([output]) => output)
    if (missing.length > 0) found.add(`sessions (${missing.join(', ')})`)
    for (const field of fields) {
      const values = said.flatMap(([output, session]) =>
        session && field in session ? [[output, session[field]] as const] : [],
      )
      const odd = values
        .filter(([, value]) => !isSame(field, value, values[0]?.[1]))
        .map(([output]) => output)
      if (odd.length > 0) found.add(`${field} (${odd.join(', ')})`)
    }
  }
  return [...found].sort()
}

/**
 * Sessions that a summary in the file of another session names, as clients up to 2.0 wrote them. Pages are made from the
 * files of a session and of those that share its history, so that such a title is known only to the archive and to who
 * reads the whole folder.
 */
function titledElsewhere({files}: Reading): ReadonlySet<string> {
  const holders = new Map<string, string[]>()
  const summaries: {readonly leaf: string; readonly session: string}[] = []
  for (const {path, session} of files) {
    if (session === undefined) continue
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      if (line.trim() === '') continue
      const {type, uuid, leafUuid} = JSON.parse(line)
      if (type === 'summary') summaries.push({leaf: leafUuid, session})
      else if (typeof uuid === 'string') holders.set(uuid, [...(holders.get(uuid) ?? []), session])
    }
  }
  return new Set(
    summaries.flatMap(({leaf, session}) => (holders.get(leaf) ?? []).filter((holder) => holder !== session)),
  )
}

const withoutTitles = (sessions: Sessions, ids: ReadonlySet<string>): Sessions =>
  new Map([...sessions].map(([id, {title, ...rest}]) => [id, ids.has(id) ? rest : {title, ...rest}]))

/** What `inspect`, `show` and `export` add up is what the fold has. */
function expectSameTotals(
  {way, folder, files}: Reading,
  document: ConversationDocument,
  page: PageJson,
): void {
  const totals = foldedTotals(foldFiles(files))
  expect({way, ...inspectedTotals(read('inspect', '--json', folder))}).toEqual({way, ...totals})
  expect({way, ...shownTotals(document)}).toEqual({way, ...totals})
  expect([way, shownResponses(document)]).toEqual([way, shownResponses(foldSession(files).document())])
  // Each session is exported by itself, and a fork's page has the history that it copied.
  if (document.sessions.some(({copiedFrom}) => copiedFrom !== null)) return
  expect({way, ...exportedTotals(page)}).toEqual({way, ...pageTotals(totals)})
}

test.each(allRecordings().map((found, at) => [found.name, found, at % 3 === 0] as const))(
  '%s: inspect, show, export, the archive and the viewer say the same',
  async (_, found, isPrinted) => {
    const disagreed: string[] = []
    const byWay = new Map<string, Sessions>()
    for (const reading of copyReadings(found, temp)) {
      const [document, page] = [show(reading.folder), exportPage(reading.folder)]
      expectSameTotals(reading, document, page)
      const saved = shown(document)
      const archive = archived(isPrinted ? printedRows(reading) : await queriedRows(reading))
      const viewer = new Map([...saved].map(([id]) => [id, viewed(reading.files, id, archive.get(id)?.cost)]))
      const elsewhere = titledElsewhere(reading)
      const outputs = {
        show: saved,
        export: withoutTitles(exported(page), elsewhere),
        archive,
        viewer: withoutTitles(viewer, elsewhere),
      }
      disagreed.push(...disagreements(outputs).map((what) => `${reading.way}: ${what}`))
      byWay.set(reading.way, saved)
      rmSync(reading.folder, {recursive: true})
    }
    const [before, after] = [byWay.get('stream, transcript'), byWay.get('transcript, stream')]
    if (before && after)
      disagreed.push(...disagreements({before, after}).map((what) => `in either order: ${what}`))
    expect(disagreed).toEqual([])
  },
)

// A fork whose original is not read is a session of its own: nothing in its file says which part of it was copied.
test.each(
  allRecordings()
    .filter(({name}) => name.endsWith('/resume-fork'))
    .map((found) => [found.name, found.transcripts] as const),
)('%s: show and export of one file are of that file alone', (_, transcripts) => {
  for (const {path} of transcripts.filter(({agent}) => !agent)) {
    const saved = shown(show(path))
    if (saved.size > 0) expect(disagreements({show: saved, export: exported(exportPage(path))})).toEqual([])
  }
})
