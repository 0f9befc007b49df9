import {addToList} from '../../../model/maps.ts'
import type {GatheredCall} from '../../facts/gather-calls.ts'
import type {GatheredFacts, GatheredReport} from '../../facts/gather-facts.ts'
import {type GatheredMention, maxGapMs} from '../../facts/gather-mentions.ts'
import type {GatheredResponse} from '../../facts/gather-responses.ts'
import type {Database, SqlValue} from '../database/driver.ts'
import {insertRows, statements} from '../database/statements.ts'
import {formatLastStep} from '../files/last-step-text.ts'

const sql = statements({
  others: `insert into kin (session, other) select distinct ?1, answer.session from json_each(?2) as own
    join answer on answer.message = own.value and answer.session <> ?1 where true on conflict do nothing`,
  back: `insert into kin (session, other) select other, session from kin where session = ? on conflict do nothing`,
  dropReports: 'delete from report where file = ? and line > ?',
})

/** Writes the responses, calls, mentions and reports of a chunk; the first three are merged with those of earlier chunks. */
export function writeFacts(
  database: Database,
  file: number,
  {calls, responses, reports, mentions}: GatheredFacts,
): void {
  addCalls(database, file, calls)
  addResponses(database, file, responses)
  relate(database, responses)
  addReports(database, file, reports)
  addMentions(database, file, [...mentions])
}

/** Removes the reports after a line, which were read before the line was complete. */
export function deleteReports(database: Database, file: number, after: number): void {
  sql(database).dropReports.run(file, after)
}

/** Notes which sessions have a response in common. */
function relate(database: Database, responses: readonly GatheredResponse[]): void {
  const run = sql(database)
  const messages = new Map<string, string[]>()
  for (const {session, message} of responses) addToList(messages, session, message)
  for (const [session, own] of messages)
    if (run.others.run(session, JSON.stringify(own)).changes > 0) run.back.run(session)
}

/** What a column takes from a fact, and how it is joined with what is there already; without that it stays as it is. */
type Column<Fact> = readonly [
  take: (fact: Fact, file: number) => SqlValue | boolean | undefined,
  join?: (column: string) => string,
]

const first = (column: string): string => `coalesce(${column}, excluded.${column})`
const last = (column: string): string => `coalesce(excluded.${column}, ${column})`
const min = (column: string): string => `coalesce(min(${column}, excluded.${column}), ${first(column)})`
const max = (column: string): string => `coalesce(max(${column}, excluded.${column}), ${first(column)})`
const sum = (column: string): string => `${column} + excluded.${column}`

/** Makes a function that keeps facts of a file as rows of a table. */
function factWriter<Fact>(
  table: string,
  columns: Readonly<Record<string, Column<Fact>>>,
): (database: Database, file: number, facts: readonly Fact[]) => void {
  const joined = Object.entries(columns).flatMap(([name, [, join]]) =>
    join ? [`${name} = ${join(name)}`] : [],
  )
  const conflict = joined.length === 0 ? '' : `on conflict do update set ${joined.join(', ')}`
  const insert = insertRows(table, Object.keys(columns).join(', '), conflict)
  const values = Object.values(columns).map(([take]) => take)
  return (database, file, facts) =>
    insert(
      database,
      facts.map((fact) => values.map((take) => bound(take(fact, file)))),
    )
}

const bound = (value: SqlValue | boolean | undefined): SqlValue =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)

const addResponses = factWriter<GatheredResponse>('answer', {
  message: [({message}) => message],
  file: [(_, file) => file],
  session: [({session}) => session],
  line: [({line}) => line],
  agent: [({agent}) => agent],
  model: [({numbers}) => numbers.model, first],
  time: [({time}) => time, min],
  input: [({numbers}) => numbers.usage.input, max],
  output: [({numbers}) => numbers.usage.output, max],
  cache_read: [({numbers}) => numbers.usage.cacheRead, max],
  // Of two lines the one with more written counts, and what of it is kept for an hour is known apart.
  cache_write_5m: [
    ({numbers}) => numbers.usage.cacheWrite5m,
    () =>
      `max(cache_write_5m + cache_write_1h, excluded.cache_write_5m + excluded.cache_write_1h)
        - max(cache_write_1h, excluded.cache_write_1h)`,
  ],
  cache_write_1h: [({numbers}) => numbers.usage.cacheWrite1h, max],
  web_searches: [({numbers}) => numbers.webSearches, max],
  modes: [({numbers}) => numbers.modes, () => 'modes | excluded.modes'],
  final: [({numbers}) => numbers.final, max],
  streamed: [({numbers}) => numbers.streamed],
  cost: [({numbers}) => numbers.costUsd, max],
})

const addCalls = factWriter<GatheredCall>('call', {
  session: [({session}) => session],
  id: [({id}) => id],
  file: [(_, file) => file],
  line: [({line}) => line, first],
  agent: [({agent}) => agent, first],
  tool: [({tool}) => tool, first],
  path: [({path}) => path, first],
  time: [({time}) => time, first],
  failed: [({failed}) => failed, max],
  message: [({message}) => message, first],
  ended: [({ended}) => ended, first],
  characters: [({characters}) => characters, max],
  denied: [({denied}) => denied, max],
  searches: [({searches}) => searches, max],
  added: [({added}) => added, max],
  removed: [({removed}) => removed, max],
})

const addReports = factWriter<GatheredReport>('report', {
  file: [(_, file) => file],
  line: [({line}) => line],
  record: [({record}) => record],
  session: [({session}) => session],
  id: [({report}) => report.id],
  kind: [({report}) => report.kind],
  time: [({time}) => time],
  cost: [({report}) => report.costUsd],
  totals: [({report: {totals, sinceLast, usage}}) => JSON.stringify({totals, sinceLast, usage})],
})

const addMentions = factWriter<readonly [id: string, mention: GatheredMention]>('mention', {
  session: [([id]) => id],
  file: [(_, file) => file],
  cwd: [([, {cwd}]) => cwd, first],
  branch: [([, {branch}]) => branch, last],
  version: [([, {version}]) => version, last],
  model: [([, {model}]) => model, last],
  started: [([, {started}]) => started, min],
  ended: [([, {ended}]) => ended, max],
  turns: [([, {turns}]) => turns, sum],
  woken: [([, {woken}]) => woken, sum],
  records: [([, {records}]) => records, sum],
  bytes: [([, {bytes}]) => bytes, sum],
  said: [([, {said}]) => said, max],
  last_step: [([, {lastStep}]) => lastStep && formatLastStep(lastStep), last],
  headless: [([, {headless}]) => headless, last],
  // The time since the part before counts as well, unless it is a pause.
  active: [
    ([, {active}]) => active,
    () =>
      `active + excluded.active + iif(excluded.started - ended between 0 and ${maxGapMs}, excluded.started - ended, 0)`,
  ],
  custom_title: [([, {titles}]) => titles.get('custom'), last],
  ai_title: [([, {titles}]) => titles.get('ai'), last],
  summary_title: [([, {titles}]) => titles.get('summary'), last],
  agent_title: [([, {titles}]) => titles.get('agent'), last],
  prompt_title: [([, {titles}]) => titles.get('prompt'), first],
})
