import type {GatheredAnswer} from '../facts/gather-answers.ts'
import type {Database, SqlValue} from './driver.ts'
import {insertRows, statements} from './statements.ts'

const insert = insertRows(
  'answer',
  [
    'message',
    'file',
    'session',
    'line',
    'agent',
    'model',
    'time',
    'input',
    'output',
    'cache_read',
    'cache_write_5m',
    'cache_write_1h',
    'web_searches',
    'modes',
    'final',
    'streamed',
    'cost',
  ],
  `on conflict do update set
    model = coalesce(model, excluded.model),
    time = coalesce(min(time, excluded.time), time, excluded.time),
    input = max(input, excluded.input),
    output = max(output, excluded.output),
    cache_read = max(cache_read, excluded.cache_read),
    cache_write_5m = max(cache_write_5m + cache_write_1h, excluded.cache_write_5m + excluded.cache_write_1h)
      - max(cache_write_1h, excluded.cache_write_1h),
    cache_write_1h = max(cache_write_1h, excluded.cache_write_1h),
    web_searches = max(web_searches, excluded.web_searches),
    modes = modes | excluded.modes,
    final = max(final, excluded.final),
    cost = coalesce(max(cost, excluded.cost), cost, excluded.cost)`,
)

const sql = statements({
  others: `insert into kin (session, other) select distinct ?1, answer.session from json_each(?2) as own
    join answer on answer.message = own.value and answer.session <> ?1 where true on conflict do nothing`,
  back: `insert into kin (session, other) select other, session from kin where session = ? on conflict do nothing`,
})

/** Keeps answers, added to what the file said of them before. */
export function keepAnswers(database: Database, file: number, answers: readonly GatheredAnswer[]): void {
  insert(
    database,
    answers.map((answer) => rowOf(answer, file)),
  )
  relate(database, answers)
}

const rowOf = (answer: GatheredAnswer, file: number): readonly SqlValue[] => [
  answer.message,
  file,
  answer.session,
  answer.line,
  answer.agent ?? null,
  answer.model ?? null,
  answer.time ?? null,
  answer.usage.input,
  answer.usage.output,
  answer.usage.cacheRead,
  answer.usage.cacheWrite5m,
  answer.usage.cacheWrite1h,
  answer.webSearches,
  answer.modes,
  Number(answer.final),
  Number(answer.streamed),
  answer.costUsd ?? null,
]

/** Notes which sessions have an answer in common. */
function relate(database: Database, answers: readonly GatheredAnswer[]): void {
  const run = sql(database)
  const messages = new Map<string, string[]>()
  for (const {session, message} of answers) {
    const known = messages.get(session)
    if (known) known.push(message)
    else messages.set(session, [message])
  }
  for (const [session, own] of messages)
    if (run.others.run(session, JSON.stringify(own)).changes > 0) run.back.run(session)
}
