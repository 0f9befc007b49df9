import {fileChangingTools} from '../../../model/file-tools.ts'
import {isLiveState, type JsonValue, maxWaitMs, sessionStateAt} from '../../../model/index.ts'
import type {ListedSession, SessionQuery} from '../../archive.ts'
import type {CostSum} from '../../usage/usage-sum.ts'
import {type Database, optionalNumber, optionalText, type SqlValue} from '../database/driver.ts'
import {type PackedRow, queryPacked, whereAll} from '../database/statements.ts'
import {parseLastStep} from '../files/last-step-text.ts'
import {sessionCosts} from '../usage/query-usage.ts'

/** Up to here it is faster to ask for each session's cost than for all. */
const fewSessions = 200

/** Sessions with a call that changed a file. Its path has slashes, or backslashes on Windows. */
const changed = `id in (
  select session from call where tool in (${[...fileChangingTools].map((tool) => `'${tool}'`).join()})
    and (path = ? or substr(path, -1 - length(?)) in ('/' || ?, '\\' || ?)))`

/** Lists sessions with what they cost. */
export function querySessions(database: Database, query: SessionQuery): readonly ListedSession[] {
  const {sort = 'time', limit, now} = query
  const {where, values} = conditionsOf(query)
  const order = sort === 'size' ? 'bytes desc' : 'ended desc nulls last'
  // A negative limit is none.
  const rest = `from (select * from session ${where} order by ${order}, id limit ?)`
  const most = sort === 'cost' || query.live ? -1 : (limit ?? -1)
  const rows = queryPacked(database, {columns, rest, values: [...values, most]})
  const costOf =
    rows.length > fewSessions
      ? sessionCosts(database, query.overrides)
      : (id: string) => sessionCosts(database, query.overrides, id)(id)
  const all = rows.map((row) => sessionOf(row, costOf, now))
  const listed = query.live ? all.filter(({state}) => isLiveState(state)) : all
  if (sort === 'cost') listed.sort((a, b) => (b.costMicros ?? -1) - (a.costMicros ?? -1))
  return listed.slice(0, limit)
}

function conditionsOf({
  id,
  project,
  folder,
  branch,
  model,
  tool,
  file,
  after,
  before,
  ...query
}: SessionQuery): {
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
    [changed, file, file, file, file],
    ['ended >= ?', after],
    ['started < ?', before],
    // Older ones are not running.
    ['ended >= ?', query.live ? query.now - maxWaitMs : undefined],
  ]
  const asked = conditions.filter((condition) => condition[1] !== undefined)
  return {
    where: whereAll(asked.map(([text]) => text)),
    values: asked.flatMap(([, ...given]) => given.filter((value) => value !== undefined)),
  }
}

const columns =
  'id, title, project, branch, version, model, started, ended, turns, tools, errors, agents, records, bytes, called, ' +
  'last_step, headless, active, added, removed, trivial'

/** Made in one go: adding fields to as many as are listed takes longer than asking for them. */
function sessionOf(row: PackedRow, costOf: (id: string) => CostSum, now: number): ListedSession {
  const [id, title, project, branch, version, model, started, ended, ...counts] = row
  const [turns, tools, errors, agents, records, bytes, called, ...more] = counts
  const [step, headless, active, added, removed, trivial] = more
  const cost = costOf(String(id))
  const activity = {
    lastStep: parseLastStep(step),
    endedAt: optionalNumber(ended),
    isHeadless: headless === 1,
  }
  return {
    sessionId: String(id),
    title: optionalText(title),
    project: optionalText(project),
    gitBranch: optionalText(branch),
    clientVersion: optionalText(version),
    model: optionalText(model),
    startedAt: optionalNumber(started),
    endedAt: activity.endedAt,
    lastStep: activity.lastStep,
    isHeadless: activity.isHeadless,
    state: sessionStateAt(activity, now),
    activeMs: Number(active),
    linesAdded: Number(added),
    linesRemoved: Number(removed),
    isTrivial: trivial === 1,
    turns: Number(turns),
    toolCalls: Number(tools),
    errors: Number(errors),
    agents: Number(agents),
    records: Number(records),
    bytes: Number(bytes),
    tools: namesIn(String(called)),
    costMicros: cost.costMicros,
    unpricedTokens: cost.unpricedTokens,
    reportedCostMicros: cost.reportedCostMicros,
    unreportedCostMicros: cost.unreportedCostMicros,
    isComplete: cost.isComplete,
  }
}

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
