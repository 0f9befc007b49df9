import {agentTools} from '../../model/agent-tools.ts'
import type {Database, SqlRow, SqlValue} from './driver.ts'
import {textOf} from './read-usage-rows.ts'
import {statements} from './statements.ts'

const agentNames = [...agentTools].map((name) => `'${name}'`).join(', ')

const sql = statements({
  mentions: `select mention.*, file.agent, file.modified from mention join file on file.id = mention.file
    where mention.session = ? order by coalesce(mention.started, file.modified), file.path`,
  counts: `select
    exists (select 1 from entry where session = ?1) or exists (select 1 from answer where session = ?1) as said,
    (select count(distinct id) from call where session = ?1) as tools,
    (select count(distinct id) from call where session = ?1 and tool in (${agentNames}) and not exists (
      select 1 from result where result.call = call.id and result.session = call.session and failed = 1)) as agents,
    (select count(distinct call) from result where session = ?1 and failed = 1) as errors,
    (select count(*) from report where session = ?1 and kind = 'result') as results`,
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
  if (mentions.length === 0) return
  const counts = run.counts.get(id) ?? {}
  const count = (name: string): number => Number(counts[name] ?? 0)
  if (count('said') !== 1) return
  const own = mentions.filter((row) => row['agent'] === null)
  const main = own.length > 0 ? own : mentions
  const agentFiles = mentions.length - own.length
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
    Math.max(count('results'), ...main.map((row) => Number(row['turns']))),
    count('tools'),
    count('errors'),
    // Some have a file that nobody called for, some were called and have none.
    Math.max(count('agents'), agentFiles),
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
