import type {JsonValue} from '../../../model/index.ts'
import type {ListedSession, SessionQuery} from '../../archive.ts'
import type {CostSum} from '../../usage/usage-sum.ts'
import {readTags} from '../curation/curation-rows.ts'
import {type Database, optionalNumber, optionalText, type SqlValue} from '../database/driver.ts'
import {type PackedRow, queryPacked, whereAll} from '../database/statements.ts'
import {sessionCosts} from '../usage/query-usage.ts'

/** A session whose file has not grown for this long is taken for one that no one works on. */
const liveMs = 5 * 60_000

/** Up to here it is faster to ask for each session's cost than for all. */
const fewSessions = 200

/** A stream says with its last line that it ended; a transcript never does. */
const live = `session.id in (
  select mention.session from file join mention on mention.file = file.id
  where file.vanished is null and file.generation = 0 and file.modified >= ?
    and not exists (
      select 1 from report where report.file = file.id and report.line >= file.lines and report.kind = 'result'
    )
)`

/** Lists sessions with what they cost. */
export function querySessions(database: Database, query: SessionQuery): readonly ListedSession[] {
  const {sort = 'time', limit, now} = query
  const {where, values} = conditionsOf(query)
  const order = sort === 'size' ? 'bytes desc' : 'ended desc nulls last'
  // A negative limit is none.
  const rest = `from (select session.*, ${live} as live, c.name, coalesce(c.starred, 0) as starred,
      coalesce(c.hidden, 0) as hidden, coalesce(c.tags, '[]') as tags, c.note
    from session left join curation c on c.session = id and c.message = '' ${where} order by ${order}, id limit ?)`
  const most = sort === 'cost' ? -1 : (limit ?? -1)
  const rows = queryPacked(database, {columns, rest, values: [now - liveMs, ...values, most]})
  const costOf =
    rows.length > fewSessions
      ? sessionCosts(database, query.overrides)
      : (id: string) => sessionCosts(database, query.overrides, id)(id)
  const listed = rows.map((row) => sessionOf(row, costOf))
  if (sort !== 'cost') return listed
  return listed.sort((a, b) => (b.costMicros ?? -1) - (a.costMicros ?? -1)).slice(0, limit)
}

function conditionsOf({id, project, folder, branch, model, tool, after, before, ...query}: SessionQuery): {
  readonly where: string
  readonly values: readonly SqlValue[]
} {
  const models = `(instr(lower(model), lower(?)) > 0 or exists (
    select 1 from spent where spent.session = session.id and instr(lower(spent.model), lower(?)) > 0))`
  const conditions: readonly (readonly [string, ...(SqlValue | undefined)[]])[] = [
    ['substr(id, 1, length(?)) = ?', id, id],
    ['instr(lower(project), lower(?)) > 0', project],
    ['project = ?', folder],
    ['branch = ?', branch],
    [models, model, model],
    ['exists (select 1 from json_each(called) where value = ?)', tool],
    ['ended >= ?', after],
    ['started < ?', before],
    ['c.starred = ?', query.starred === undefined ? undefined : Number(query.starred)],
    ['exists (select 1 from json_each(c.tags) where value = ?)', query.tag?.toLowerCase()],
    ['coalesce(c.hidden, 0) = ?', query.hidden === undefined ? undefined : Number(query.hidden)],
    [live, query.live ? query.now - liveMs : undefined],
  ]
  const asked = conditions.filter((condition) => condition[1] !== undefined)
  return {
    where: whereAll(asked.map(([text]) => text)),
    values: asked.flatMap(([, ...given]) => given.filter((value) => value !== undefined)),
  }
}

const columns =
  'id, title, project, branch, version, model, started, ended, turns, tools, errors, agents, records, bytes, called, live, name, starred, hidden, tags, note'

/** Made in one go: adding fields to as many as are listed takes longer than asking for them. */
function sessionOf(row: PackedRow, costOf: (id: string) => CostSum): ListedSession {
  const [id, title, project, branch, version, model, started, ended, ...counts] = row
  const [turns, tools, errors, agents, records, bytes, called, isLive, name, starred, hidden, tags, note] =
    counts
  const cost = costOf(String(id))
  return {
    sessionId: String(id),
    title: optionalText(name) ?? optionalText(title),
    project: optionalText(project),
    gitBranch: optionalText(branch),
    clientVersion: optionalText(version),
    model: optionalText(model),
    startedAt: optionalNumber(started),
    endedAt: optionalNumber(ended),
    turns: Number(turns),
    toolCalls: Number(tools),
    errors: Number(errors),
    agents: Number(agents),
    records: Number(records),
    bytes: Number(bytes),
    tools: namesIn(String(called)),
    isLive: isLive === 1,
    name: optionalText(name),
    starred: starred === 1,
    hidden: hidden === 1,
    tags: tags === '[]' ? noTags : readTags(String(tags)),
    note: optionalText(note),
    costMicros: cost.costMicros,
    unpricedTokens: cost.unpricedTokens,
    reportedCostMicros: cost.reportedCostMicros,
    unreportedCostMicros: cost.unreportedCostMicros,
    isComplete: cost.isComplete,
  }
}

const noTags: readonly string[] = []

const maxKnown = 5000
const known = new Map<string, readonly string[]>()

/** Many sessions called the same tools, so their list is read and kept once. */
function namesIn(json: string): readonly string[] {
  const names = known.get(json) ?? readNames(json)
  if (known.size < maxKnown) known.set(json, names)
  return names
}

function readNames(json: string): readonly string[] {
  const names: JsonValue = JSON.parse(json)
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}
