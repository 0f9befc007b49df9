import {number, object, objects, text} from '../../../model/fields.ts'
import type {JsonObject, JsonValue, ModelTotal, Usage} from '../../../model/index.ts'
import {isJsonObject} from '../../../model/index.ts'
import type {CallRow, ReportRow, ResponseRow} from '../../usage/usage-rows.ts'
import {type Database, optionalNumber, optionalText} from '../database/driver.ts'
import {namedIn, type PackedRow, packed, packedRows, statements} from '../database/statements.ts'
import type {RankOf} from './read-mentions.ts'

// As JSON the cost would lose its last digits.
const responseColumns = `session, message, file, line, agent is not null, model, time, input, output, cache_read,
  cache_write_5m, cache_write_1h, web_searches, modes, final, streamed, iif(cost is null, null, printf('%!.17g', cost))`

const callColumns = `session, id, file, message, tool, time, ended, coalesce(failed, 0), coalesce(characters, 0),
  coalesce(denied, 0), coalesce(searches, 0), coalesce(added, 0), coalesce(removed, 0)`

const sql = statements({
  calls: packed(callColumns, `from call where session in ${namedIn}`),
  answers: packed(responseColumns, `from answer where session in ${namedIn}`),
  reports: `select report.session, file, line, report.id, report.kind, report.time, cost, totals from report
    join file on file.id = report.file where report.session in ${namedIn} order by file.path, file.generation, line, record`,
})

/** What all files say of the responses of sessions. */
export const readResponseRows = (
  database: Database,
  sessions: readonly string[],
  rankOf: RankOf,
): readonly ResponseRow[] =>
  packedRows(sql(database).answers, JSON.stringify(sessions)).map((row) => responseRow(row, rankOf))

function responseRow(row: PackedRow, rankOf: RankOf): ResponseRow {
  const [session, message, file, line, agent, model, time] = row
  const [webSearches, modes, final, streamed, costUsd] = row.slice(12)
  return {
    message: String(message),
    file: rankOf(Number(file)),
    line: Number(line),
    session: String(session),
    agent: agent === 1,
    model: optionalText(model),
    time: optionalNumber(time),
    usage: usageFrom(row, 7),
    webSearches: Number(webSearches),
    modes: Number(modes),
    final: final === 1,
    streamed: streamed === 1,
    costUsd: costUsd === null ? undefined : Number(costUsd),
  }
}

/** The usage in a row, whose `input` is column number `at`; the others follow it. */
export const usageFrom = (row: PackedRow, at: number): Usage => ({
  input: Number(row[at]),
  output: Number(row[at + 1]),
  cacheRead: Number(row[at + 2]),
  cacheWrite5m: Number(row[at + 3]),
  cacheWrite1h: Number(row[at + 4]),
})

/** What all files say of the calls of sessions. */
export const readCallRows = (
  database: Database,
  sessions: readonly string[],
  rankOf: RankOf,
): readonly CallRow[] =>
  packedRows(sql(database).calls, JSON.stringify(sessions)).map(
    ([session, id, file, message, tool, time, ended, failed, characters, denied, searches, ...lines]) => ({
      session: String(session),
      id: String(id),
      file: rankOf(Number(file)),
      message: optionalText(message),
      tool: optionalText(tool),
      time: optionalNumber(time),
      ended: optionalNumber(ended),
      failed: failed === 1,
      denied: denied === 1,
      characters: Number(characters),
      searches: Number(searches),
      added: Number(lines[0]),
      removed: Number(lines[1]),
    }),
  )

/** What the client reported of sessions, in the order of the files. What an earlier file has as well is a copy, and left out. */
export function readReportRows(
  database: Database,
  sessions: readonly string[],
  rankOf: RankOf,
): readonly ReportRow[] {
  const files = new Map<string, number>()
  return sql(database)
    .reports.all(JSON.stringify(sessions))
    .flatMap((row) => {
      const [file, session] = [rankOf(Number(row['file'])), String(row['session'])]
      const key = `${row['id']} ${session}`
      const first = files.get(key) ?? file
      files.set(key, first)
      if (first !== file) return []
      return {
        file,
        line: Number(row['line']),
        session,
        kind: row['kind'] === 'result' ? 'result' : 'cost-state',
        time: optionalNumber(row['time']),
        costUsd: optionalNumber(row['cost']),
        ...reportNumbers(String(row['totals'])),
      }
    })
}

/** Reads back the numbers of a report that are kept as JSON. */
function reportNumbers(json: string): Pick<ReportRow, 'totals' | 'sinceLast' | 'usage'> {
  const value: JsonValue = JSON.parse(json)
  const report = isJsonObject(value) ? value : {}
  return {
    totals: totalsOf(report, 'totals'),
    sinceLast: report['sinceLast'] === undefined ? undefined : totalsOf(report, 'sinceLast'),
    usage: usageOf(object(report, 'usage')),
  }
}

const totalsOf = (report: JsonObject, key: string): readonly ModelTotal[] =>
  objects(report, key).flatMap((total) => {
    const model = text(total, 'model')
    const usage = usageOf(object(total, 'usage'))
    if (model === undefined || !usage) return []
    const [costUsd, contextWindow] = [number(total, 'costUsd'), number(total, 'contextWindow')]
    return [{model, usage, costUsd, contextWindow, webSearches: number(total, 'webSearches') ?? 0}]
  })

const usageOf = (usage: JsonObject | undefined): Usage | undefined =>
  usage && {
    input: number(usage, 'input') ?? 0,
    output: number(usage, 'output') ?? 0,
    cacheRead: number(usage, 'cacheRead') ?? 0,
    cacheWrite5m: number(usage, 'cacheWrite5m') ?? 0,
    cacheWrite1h: number(usage, 'cacheWrite1h') ?? 0,
  }
