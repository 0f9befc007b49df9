import {agentTools} from '../../model/agent-tools.ts'
import type {Database} from './driver.ts'
import {namedIn, statements} from './statements.ts'

/** How many calls a session has made, however many files tell of each. */
export interface CallCounts {
  readonly tools: number
  readonly errors: number
  /** Of agents that did start. */
  readonly agents: number
}

/** A session that called nothing. */
export const noCalls: CallCounts = {tools: 0, errors: 0, agents: 0}

const agentNames = [...agentTools].map((name) => `'${name}'`).join(', ')

const sql = statements({
  counts: `select session, count(tool) as tools, total(failed) as errors,
      total(tool in (${agentNames}) and not failed) as agents
    from (select session, max(tool) as tool, coalesce(max(failed), 0) as failed from call
      where session in ${namedIn} group by session, id)
    group by session`,
})

/** Counts the calls of sessions. */
export const callsOf = (database: Database, sessions: readonly string[]): ReadonlyMap<string, CallCounts> =>
  new Map(
    sql(database)
      .counts.all(JSON.stringify(sessions))
      .map(({session, tools, errors, agents}) => [
        String(session),
        {tools: Number(tools), errors: Number(errors), agents: Number(agents)},
      ]),
  )
