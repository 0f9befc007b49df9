import type {MomentOf} from '../usage/count-sessions.ts'
import type {AnswerRow, ReportRow} from '../usage/rows.ts'
import type {Database, SqlValue} from './driver.ts'
import type {PackedRow} from './packed-rows.ts'
import {numberIn, packed, packedRows, textIn} from './packed-rows.ts'
import {readReport} from './read-report.ts'
import {statements} from './statements.ts'

const answerColumns = [
  'message',
  'file',
  'line',
  'agent is not null',
  'model',
  'time',
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'web_searches',
  'fast',
  'final',
  'streamed',
  'cost',
] as const

const sql = statements({
  answers: packed(answerColumns, 'from answer where session = ?'),
  // A stream's report says again what was said before, and a copy of the stream would say it twice.
  reports: `select file, line, record, session, kind, time, cost, totals from report where session = ?
    and not exists (
      select 1 from report as earlier where earlier.session = report.session and earlier.file < report.file
        and earlier.line = report.line and earlier.record = report.record and earlier.kind = report.kind
        and earlier.cost is report.cost and earlier.totals = report.totals)
    order by file, line, record`,
  moments: `select file.id, coalesce(mention.ended, file.modified) as time
    from mention join file on file.id = mention.file where mention.session = ?`,
})

/** What all files say of a session's answers. */
export const answersOf = (database: Database, session: string): readonly AnswerRow[] =>
  packedRows(sql(database).answers, session).map((row) => answerOf(row, session))

function answerOf(row: PackedRow, session: string): AnswerRow {
  const [message, file, line, agent, model, time, input, output, cacheRead, ...more] = row
  const [cacheWrite5m, cacheWrite1h, webSearches, fast, final, streamed, costUsd] = more
  return {
    message: String(message),
    file: Number(file),
    line: Number(line),
    session,
    agent: agent === 1,
    model: textIn(model),
    time: numberIn(time),
    usage: {
      input: Number(input),
      output: Number(output),
      cacheRead: Number(cacheRead),
      cacheWrite5m: Number(cacheWrite5m),
      cacheWrite1h: Number(cacheWrite1h),
    },
    webSearches: Number(webSearches),
    fast: fast === 1,
    final: final === 1,
    streamed: streamed === 1,
    costUsd: numberIn(costUsd),
  }
}

/** What the client reported of a session, as it stands in the files. */
export const reportsOf = (database: Database, session: string): readonly ReportRow[] =>
  sql(database)
    .reports.all(session)
    .map((row) => ({
      file: Number(row['file']),
      line: Number(row['line']),
      session: String(row['session']),
      kind: row['kind'] === 'result' ? 'result' : 'cost-state',
      time: numberOf(row['time']),
      costUsd: numberOf(row['cost']),
      ...readReport(String(row['totals'])),
    }))

/** The times of sessions in files: what stands there without a time is at the latest of that time. */
export function momentsOf(database: Database, sessions: readonly string[]): MomentOf {
  const moments = new Map<string, number>()
  for (const session of sessions) {
    for (const {id, time} of sql(database).moments.all(session)) moments.set(`${id} ${session}`, Number(time))
  }
  return (session, file) => moments.get(`${file} ${session}`) ?? 0
}

/** A number that may be missing. */
const numberOf = (value: SqlValue | undefined): number | undefined =>
  value === null || value === undefined ? undefined : Number(value)

/** A text that may be missing. */
export const textOf = (value: SqlValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
