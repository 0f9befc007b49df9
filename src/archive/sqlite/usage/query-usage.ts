import {addUsage, noUsage} from '../../../model/index.ts'
import {listsBy} from '../../../model/maps.ts'
import {type PriceOverrides, priceChanges} from '../../../prices/index.ts'
import type {UsageQuery} from '../../archive.ts'
import {type ComputedPart, clientPrices} from '../../usage/client-prices.ts'
import {type ZoneStep, zoneSteps} from '../../usage/days.ts'
import {reportWindows, windowMemory} from '../../usage/five-hour-windows.ts'
import {isSameCost} from '../../usage/reconcile.ts'
import {noTool, severalTools, unknownTool} from '../../usage/tool-use.ts'
import {
  byCost,
  type CallSum,
  hourKey,
  nameOfHour,
  type ReportedCell,
  reportUsage,
  timeKey,
  type UsageCells,
  type UsageReport,
  withCalls,
} from '../../usage/usage-report.ts'
import {quarterHour, quarterOf} from '../../usage/usage-rows.ts'
import {
  addCell,
  addReported,
  type CostSum,
  type CostTotal,
  newCostTotal,
  priceCell,
  sumCost,
  type UsageCell,
} from '../../usage/usage-sum.ts'
import {titleSql} from '../curation/curation-rows.ts'
import type {Database} from '../database/driver.ts'
import {type PackedRow, queryPacked, whereAll} from '../database/statements.ts'
import {rankFiles} from '../sessions/read-mentions.ts'
import {readReportRows, usageFrom} from '../sessions/read-usage-rows.ts'

/** Finds what usage is added up from. */
export function queryCells(database: Database, query: UsageQuery): UsageCells {
  const keys = keysOf(database, query)
  return {cells: cellsOf(database, query, keys), reported: reportedOf(database, query, keys)}
}

/** Adds up usage and cost by group. */
export function queryUsage(database: Database, query: UsageQuery): UsageReport {
  const undated = countUndated(database, query)
  const report = queryGroup(database, query)
  return undated === 0 ? report : {...report, undated}
}

function queryGroup(database: Database, query: UsageQuery): UsageReport {
  const {group, overrides, split} = query
  const all = queryCells(database, query)
  const byKey = (names?: ReadonlyMap<string, string>): UsageReport =>
    reportUsage(group, all, ({key}) => key, {overrides, split, nameOf: (key) => names?.get(key)})
  switch (group) {
    case 'blocks':
      return reportWindows(all, usedQuarters(database, query), {overrides, split})
    case 'daily':
    case 'weekly':
    case 'monthly':
      return reportUsage(group, all, timeKey(group), {overrides, split})
    case 'hours':
      return reportUsage(group, all, ({key}) => hourKey(Number(key)), {overrides, split, nameOf: nameOfHour})
    case 'session': {
      const report = byKey(titlesOf(database, query.session))
      return byCost(withClientPrices(database, report, all.cells, overrides))
    }
    case 'tool':
      return byCost(withCalls(byKey(toolWords), callsOf(database, query)))
    case 'project':
    case 'model':
      return byCost(byKey())
  }
}

/** Counts the sessions that are dated by nothing but the time at which their file was changed. */
function countUndated(database: Database, query: UsageQuery): number {
  const asked = (['spent', 'reported'] as const).map((table) => {
    const {where, values} = conditionsOf(query, table)
    return {text: `select ${table}.session from ${table} ${joinFor(query, table)} ${where}`, values}
  })
  const row = database
    .prepare(
      `select count(*) as sessions
      from (select session from mention group by session having max(ended) is null) as timeless
      where session in (${asked.map(({text}) => text).join(' union ')}) and not exists (
        select 1 from mention join file on file.id = mention.file
        join file as notes on notes.path = substr(file.path, 1, length(file.path) - 6) || '.meta.json'
        where mention.session = timeless.session)`,
    )
    .get(...asked.flatMap(({values}) => values))
  return Number(row?.['sessions'] ?? 0)
}

/** Adds the prices that the client used to sessions whose computed and reported cost differ. */
function withClientPrices(
  database: Database,
  report: UsageReport,
  cells: readonly UsageCell[],
  overrides: PriceOverrides | undefined,
): UsageReport {
  const differing = report.rows.filter(
    ({costMicros, reportedCostMicros}) =>
      costMicros !== undefined &&
      reportedCostMicros !== undefined &&
      !isSameCost(costMicros - reportedCostMicros, reportedCostMicros),
  )
  if (differing.length === 0) return report
  const sessions = differing.map(({key}) => key)
  const cellsIn = listsBy(cells, ({key}) => key)
  const reportsIn = listsBy(
    readReportRows(database, sessions, rankFiles(database, sessions)),
    ({session}) => session,
  )
  const prices = new Map(
    sessions.map((id) => [id, clientPrices(partsByModel(cellsIn(id), overrides), reportsIn(id))]),
  )
  return {...report, rows: report.rows.map((row) => ({...row, clientPrices: prices.get(row.key)}))}
}

function partsByModel(
  cells: readonly UsageCell[],
  overrides: PriceOverrides | undefined,
): ReadonlyMap<string, ComputedPart> {
  const parts = new Map<string, ComputedPart>()
  for (const cell of cells) {
    const {usage = noUsage, cost = 0} = parts.get(cell.model) ?? {}
    parts.set(cell.model, {
      usage: addUsage(usage, cell.usage),
      cost: cost + (priceCell(cell, overrides) ?? 0) / 1000,
    })
  }
  return parts
}

/** Names of rows that are not a tool. */
const toolWords: ReadonlyMap<string, string> = new Map([
  [noTool, 'text only'],
  [severalTools, 'multiple tools'],
  [unknownTool, 'unknown'],
])

/** The quarters of an hour in which anything was used, by which five-hour windows start; only those that a span depends on. */
export function usedQuarters(
  database: Database,
  {since = windowMemory, until}: Pick<UsageQuery, 'since' | 'until'>,
): readonly number[] {
  const span = [
    quarterOf(since - windowMemory),
    until === undefined ? maxQuarter : Math.ceil(until / quarterHour),
  ]
  const rows = queryPacked(database, {
    columns: 'quarter',
    rest: `from (select quarter from spent where quarter >= ? and quarter < ?
      union select quarter from reported where quarter >= ? and quarter < ?)`,
    values: [...span, ...span],
  })
  return rows.map(([quarter]) => Number(quarter))
}

/** Later than any quarter of an hour that a record can have. */
const maxQuarter = Number.MAX_SAFE_INTEGER

/** What names a row: of what was spent, and of what was reported. */
type Keys = Readonly<Record<'spent' | 'reported', string>>

const same = (of: (table: 'spent' | 'reported') => string): Keys => ({
  spent: of('spent'),
  reported: of('reported'),
})

function keysOf(database: Database, {group, timeZone}: UsageQuery): Keys {
  switch (group) {
    case 'session':
      return same((table) => `${table}.session`)
    case 'project':
      return same(() => `coalesce(session.project, '')`)
    case 'model':
      return {spent: 'spent.model', reported: `''`}
    case 'tool':
      return {spent: 'spent.tool', reported: `''`}
    case 'blocks':
      // Blocks begin at full hours, so hours are fine enough.
      return same((table) => `${table}.quarter / 4`)
    default: {
      const steps = stepsOf(database, timeZone)
      const shown = (table: 'spent' | 'reported'): string =>
        `(${table}.quarter + ${aheadOf(`${table}.quarter`, steps)})`
      // 1970 began on a Thursday, three days after a Monday.
      return same((table) =>
        group === 'hours' ? `(${shown(table)} / 4 + 72) % 168` : `${shown(table)} / 96`,
      )
    }
  }
}

function stepsOf(database: Database, timeZone: string): readonly ZoneStep[] {
  // Only days on which something was used: between the first and the last there can be a century of others.
  const days = database.prepare(
    `select quarter / 96 as day from spent where quarter is not null
      union select quarter / 96 from reported where quarter is not null order by day`,
  )
  return zoneSteps(
    timeZone,
    days.all().map(({day}) => Number(day)),
  )
}

/** The steps of a zone's clock as SQL. They are numbers that were reckoned here. */
function aheadOf(quarter: string, steps: readonly ZoneStep[]): string {
  const last = steps.at(-1)?.ahead ?? 0
  const earlier = steps.slice(0, -1).map(({until, ahead}) => `when ${quarter} < ${until} then ${ahead}`)
  return earlier.length === 0 ? String(last) : `case ${earlier.join(' ')} else ${last} end`
}

/** Between two of these numbers all prices stay the same. */
const epoch = `(${['0', ...priceChanges.map((time) => `(spent.quarter >= ${quarterOf(time)})`)].join(' + ')})`

const sumColumns = 'answers, input, output, cache_read, cache_write_5m, cache_write_1h, web_searches'
const cellColumns = `key, quarter, model, modes, band, final, unreported, ${sumColumns}, project`

/** The sums of columns, under their names. */
const sumsOf = (columns: string): string => columns.replaceAll(/\w+/g, 'sum($&) as $&')

function cellsOf(database: Database, query: UsageQuery, keys: Keys): readonly UsageCell[] {
  const {where, values} = conditionsOf(query, 'spent')
  const project = query.split === 'project' ? `coalesce(session.project, '')` : 'null'
  const rest = `from (
    select ${keys.spent} as key, min(spent.quarter) as quarter, spent.model as model, modes, band, min(final) as final,
      unreported, ${sumsOf(sumColumns)}, ${project} as project
    from ${query.group === 'tool' ? 'spent_on as spent' : 'spent'} ${joinFor(query, 'spent')} ${where}
    group by 1, ${epoch}, spent.model, modes, band, unreported${query.split === 'project' ? `, ${project}` : ''})`
  return queryPacked(database, {columns: cellColumns, rest, values}).map(cellOf)
}

function reportedOf(database: Database, query: UsageQuery, keys: Keys): readonly ReportedCell[] {
  const {where, values} = conditionsOf(query, 'reported')
  const rest = `from (
    select ${keys.reported} as key, min(reported.quarter) as quarter, sum(cost) as cost
    from reported ${joinFor(query, 'reported')} ${where} group by 1)`
  return queryPacked(database, {columns: 'key, quarter, cost', rest, values}).map(([key, quarter, cost]) => ({
    key: String(key),
    quarter: Number(quarter),
    cost: Number(cost),
  }))
}

function callsOf(database: Database, query: UsageQuery): ReadonlyMap<string, CallSum> {
  const {where, values} = conditionsOf(query, 'used')
  const columns = 'calls, failed, timed, duration, characters'
  const rest = `from (select tool, ${sumsOf(columns)} from used ${joinFor(query, 'used')} ${where} group by tool)`
  return new Map(
    queryPacked(database, {columns: `tool, ${columns}`, rest, values}).map(
      ([tool, calls, failed, timed, duration, characters]) => [
        String(tool),
        {
          calls: Number(calls),
          failed: Number(failed),
          timed: Number(timed),
          durationMs: Number(duration),
          characters: Number(characters),
        },
      ],
    ),
  )
}

type Counting = 'spent' | 'reported' | 'used'

const joinFor = ({group, split, project}: UsageQuery, table: Counting): string =>
  group === 'project' || split === 'project' || project !== undefined
    ? `left join session on session.id = ${table}.session`
    : ''

function conditionsOf(
  {since, until, session, project}: UsageQuery,
  table: Counting,
): {readonly where: string; readonly values: readonly (string | number)[]} {
  const conditions: readonly (readonly [string, string | number | undefined])[] = [
    [`${table}.quarter >= ?`, since === undefined ? undefined : quarterOf(since)],
    [`${table}.quarter < ?`, until === undefined ? undefined : Math.ceil(until / quarterHour)],
    [`${table}.session = ?`, session],
    ['instr(lower(session.project), lower(?)) > 0', project],
  ]
  const asked = conditions.flatMap(([text, value]) => (value === undefined ? [] : [{text, value}]))
  return {where: whereAll(asked.map(({text}) => text)), values: asked.map(({value}) => value)}
}

function titlesOf(database: Database, session: string | undefined): ReadonlyMap<string, string> {
  const rest = `from (select id, ${titleSql} as title from session) where title is not null ${session === undefined ? '' : 'and id = ?'}`
  const values = session === undefined ? [] : [session]
  const rows = queryPacked(database, {columns: 'id, title', rest, values})
  return new Map(rows.map(([id, title]) => [String(id), String(title)]))
}

function cellOf(row: PackedRow): UsageCell {
  const [key, quarter, model, modes, band, final, unreported, answers] = row
  return {
    key: String(key),
    quarter: Number(quarter),
    model: String(model),
    modes: Number(modes),
    band: Number(band),
    final: final === 1,
    unreported: unreported === 1,
    answers: Number(answers),
    usage: usageFrom(row, 8),
    webSearches: Number(row[13]),
    project: row[14] === null ? undefined : String(row[14]),
  }
}

/** The cost of one session or of all, by id. A list has many sessions and needs nothing else of their usage. */
export function sessionCosts(
  database: Database,
  overrides: PriceOverrides | undefined,
  session?: string,
): (id: string) => CostSum {
  const {cells, reported} = queryCells(database, {group: 'session', session, timeZone: 'UTC'})
  const costs = new Map<string, CostTotal>()
  const totalOf = (id: string): CostTotal => {
    const total = costs.get(id) ?? newCostTotal()
    costs.set(id, total)
    return total
  }
  for (const cell of cells) addCell(totalOf(cell.key), cell, priceCell(cell, overrides))
  for (const {key, cost} of reported) addReported(totalOf(key), cost)
  return (id) => sumCost(costs.get(id) ?? newCostTotal())
}
