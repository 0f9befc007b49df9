import type {Usage} from '../../model/index.ts'
import type {AnswerFact, Facts} from '../facts/facts.ts'
import type {Database} from './driver.ts'
import {statements} from './statements.ts'

const sql = statements({
  addAnswer: `insert into answer (message, file, session, line, agent, model, time, input, output, cache_read,
      cache_write_5m, cache_write_1h, web_searches, fast, final, streamed, cost)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict do update set
      model = coalesce(model, excluded.model),
      time = coalesce(min(time, excluded.time), time, excluded.time),
      input = max(input, excluded.input),
      output = max(output, excluded.output),
      cache_read = max(cache_read, excluded.cache_read),
      cache_write_5m = max(cache_write_5m, excluded.cache_write_5m),
      cache_write_1h = max(cache_write_1h, excluded.cache_write_1h),
      web_searches = max(web_searches, excluded.web_searches),
      fast = max(fast, excluded.fast),
      final = max(final, excluded.final),
      cost = coalesce(cost, excluded.cost)`,
  lastAnswer: 'select message from answer where file = ? and agent is null order by line desc limit 1',
  shareSessions: `insert into kin (session, other)
    select ?1, session from answer where message = ?2 and session <> ?1
    union all select session, ?1 from answer where message = ?2 and session <> ?1
    on conflict do nothing`,
})

interface Answer {
  readonly message: string
  readonly session: string
  /** Its first. */
  readonly line: number
  readonly agent: string | undefined
  readonly streamed: boolean
  model: string | undefined
  time: number | undefined
  usage: Usage
  webSearches: number
  fast: boolean
  final: boolean
  costUsd: number | undefined
}

/** The answers of one piece. Most have several lines, and are put together before the database hears of them. */
export class PieceAnswers {
  readonly #answers = new Map<string, Answer>()
  readonly #database: Database
  readonly #file: number
  /** The answer that was begun last in the main thread. */
  #last: string | undefined

  constructor(database: Database, file: number) {
    this.#database = database
    this.#file = file
  }

  add(session: string, line: number, {agent, time}: Facts, fact: AnswerFact): void {
    const message = fact.messageId ?? this.#lastBegun()
    const key = `${message} ${session}`
    const known = this.#answers.get(key)
    if (known) {
      merge(known, time, fact)
      return
    }
    const {model, usage, webSearches, fast, final, streamed, costUsd} = fact
    this.#answers.set(key, {
      message,
      session,
      line,
      agent,
      streamed,
      model,
      time,
      usage,
      webSearches,
      fast,
      final,
      costUsd,
    })
    if (agent === undefined) this.#last = message
  }

  #lastBegun(): string {
    this.#last ??= String(sql(this.#database).lastAnswer.get(this.#file)?.['message'] ?? '')
    return this.#last
  }

  /** Keeps them all, added to what the file said of them before. */
  keep(): void {
    const run = sql(this.#database)
    for (const {message, session, line, agent, model, time, usage, ...answer} of this.#answers.values()) {
      const {input, output, cacheRead, cacheWrite5m, cacheWrite1h} = usage
      run.addAnswer.run(
        message,
        this.#file,
        session,
        line,
        agent ?? null,
        model ?? null,
        time ?? null,
        input,
        output,
        cacheRead,
        cacheWrite5m,
        cacheWrite1h,
        answer.webSearches,
        Number(answer.fast),
        Number(answer.final),
        Number(answer.streamed),
        answer.costUsd ?? null,
      )
      run.shareSessions.run(session, message)
    }
  }
}

/** The same as the database does with what another piece said. */
function merge(answer: Answer, time: number | undefined, fact: AnswerFact): void {
  answer.model ??= fact.model
  if (time !== undefined) answer.time = Math.min(answer.time ?? time, time)
  answer.usage = largest(answer.usage, fact.usage)
  answer.webSearches = Math.max(answer.webSearches, fact.webSearches)
  answer.fast ||= fact.fast
  answer.final ||= fact.final
  answer.costUsd ??= fact.costUsd
}

const largest = (a: Usage, b: Usage): Usage => ({
  input: Math.max(a.input, b.input),
  output: Math.max(a.output, b.output),
  cacheRead: Math.max(a.cacheRead, b.cacheRead),
  cacheWrite5m: Math.max(a.cacheWrite5m, b.cacheWrite5m),
  cacheWrite1h: Math.max(a.cacheWrite1h, b.cacheWrite1h),
})
