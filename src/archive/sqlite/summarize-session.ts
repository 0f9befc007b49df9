import {agentTools} from '../../model/agent-tools.ts'
import type {Database, SqlRow, SqlValue} from './driver.ts'
import {textOf} from './read-usage-rows.ts'
import {statements} from './statements.ts'

const agentNames = [...agentTools].map((name) => `'${name}'`).join(', ')

const sql = statements({
  mentions: `select mention.*, file.agent, file.modified from mention join file on file.id = mention.file
    where mention.session = ? order by coalesce(mention.started, file.modified), file.path`,
  said: 'select exists (select 1 from entry where session = ?1) or exists (select 1 from answer where session = ?1) as said',
  tools: 'select count(distinct id) as tools from call where session = ?',
  agents: `select count(distinct id) as agents from call where session = ? and tool in (${agentNames}) and not exists (
    select 1 from result where result.call = call.id and result.session = call.session and failed = 1)`,
  errors: 'select count(distinct call) as errors from result where session = ? and failed = 1',
  turns: `select count(*) as results from report where session = ? and kind = 'result'`,
  drop: 'delete from session where id = ?',
  add: `insert into session (id, title, project, branch, version, model, started, ended, turns, tools, errors, agents,
      records, bytes)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
})

/**
 * Makes the row of a session anew from what its files say of it. One that no file speaks of any more has none, nor one
 * of which there are only notes, such as a title that another session's file was given.
 */
export function summarizeSession(database: Database, id: string): void {
  const run = sql(database)
  run.drop.run(id)
  const mentions = run.mentions.all(id)
  if (mentions.length === 0 || run.said.get(id)?.['said'] !== 1) return
  const own = mentions.filter((row) => row['agent'] === null)
  const main = own.length > 0 ? own : mentions
  const agentFiles = mentions.length - own.length
  const agentCalls = Number(run.agents.get(id)?.['agents'] ?? 0)
  const results = Number(run.turns.get(id)?.['results'] ?? 0)
  const ended = largest(mentions, 'ended') ?? largest(mentions, 'modified')
  run.add.run(
    id,
    titleOf(main) ?? null,
    first(main, 'cwd') ?? first(mentions, 'cwd') ?? null,
    last(main, 'branch') ?? null,
    last(main, 'version') ?? null,
    last(main, 'model') ?? last(mentions, 'model') ?? null,
    smallest(mentions, 'started') ?? ended ?? null,
    ended ?? null,
    // A stream has a result for each turn, a transcript its prompts; both tell of the same turns.
    Math.max(results, ...main.map((row) => Number(row['turns']))),
    Number(run.tools.get(id)?.['tools'] ?? 0),
    Number(run.errors.get(id)?.['errors'] ?? 0),
    // Some have a file that nobody called for, some were called and have none.
    Math.max(agentCalls, agentFiles),
    sum(mentions, 'records'),
    sum(mentions, 'bytes'),
  )
}

/** The best title there is: a person's own, else a model's, else a summary, else what was asked first. */
function titleOf(rows: readonly SqlRow[]): string | undefined {
  const given = ['custom_title', 'ai_title', 'summary_title', 'agent_title'].map((column) =>
    last(rows, column),
  )
  return given.find((title) => title !== undefined) ?? firstLine(first(rows, 'prompt_title'))
}

function firstLine(prompt: string | undefined): string | undefined {
  const line = prompt?.trim().split('\n', 1)[0]?.trim()
  return line === '' ? undefined : line
}

const first = (rows: readonly SqlRow[], column: string): string | undefined =>
  rows.map((row) => textOf(row[column])).find((text) => text !== undefined && text !== '')

const last = (rows: readonly SqlRow[], column: string): string | undefined =>
  first([...rows].reverse(), column)

const numbers = (rows: readonly SqlRow[], column: string): readonly number[] =>
  rows
    .map((row) => row[column])
    .flatMap((value: SqlValue | undefined) => (typeof value === 'number' ? [value] : []))

const sum = (rows: readonly SqlRow[], column: string): number =>
  numbers(rows, column).reduce((total, value) => total + value, 0)

const smallest = (rows: readonly SqlRow[], column: string): number | undefined =>
  numbers(rows, column).reduce<number | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined)

const largest = (rows: readonly SqlRow[], column: string): number | undefined =>
  numbers(rows, column).reduce<number | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined)
