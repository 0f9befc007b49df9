import type {CallCounts} from '../../usage/count-sessions.ts'
import type {ReportRow, ResponseRow} from '../../usage/usage-rows.ts'
import type {SqlValue} from '../database/driver.ts'
import type {MentionRow} from './read-mentions.ts'

/** What is known of a session, by kind. */
interface KnownSession {
  readonly id: string
  /** What its files say, the oldest first. */
  readonly mentions: readonly MentionRow[]
  /** A title that another session's file gives to it. */
  readonly title: string | undefined
  readonly calls: CallCounts
  readonly hasResponses: boolean
  /** Turns of streams that have a result, or whose stream was cut off. */
  readonly streamedTurns: number
  /** A time for what a file says without one. */
  readonly estimateTime: (row: MentionRow) => number
}

/** The columns of a session, in the order of `summarizeSession`. */
export const sessionColumns =
  'id, title, project, branch, version, model, started, ended, turns, tools, errors, agents, records, bytes, called, ' +
  'last_step, headless, active, added, removed, trivial'

/**
 * Makes the row of a session from what its files say of it. One that no file speaks of any more has none, nor one of
 * which there are only notes, such as a title that another session's file was given.
 */
export function summarizeSession(session: KnownSession): readonly SqlValue[] | undefined {
  const {id, mentions, calls, hasResponses, streamedTurns, estimateTime} = session
  if (mentions.length === 0 || !(hasResponses || mentions.some((row) => row['said'] === 1))) return undefined
  const own = mentions.filter((row) => row['agent'] === null)
  const main = own.length > 0 ? own : mentions
  const agentFiles = mentions.length - own.length
  const ended = largest(mentions, 'ended') ?? Math.max(...mentions.map(estimateTime))
  return [
    id,
    titleOf(main, session.title) ?? null,
    first(main, 'cwd') ?? first(mentions, 'cwd') ?? null,
    last(main, 'branch') ?? null,
    last(main, 'version') ?? null,
    last(main, 'model') ?? last(mentions, 'model') ?? null,
    smallest(mentions, 'started') ?? ended ?? null,
    ended ?? null,
    // A stream has a result for most turns, a transcript its prompts; both have the same turns. Whatever was said was one.
    Math.max(1, streamedTurns + sum(main, 'woken'), ...main.map((row) => Number(row['turns']))),
    calls.tools,
    calls.errors,
    // Some have a file that no one called for, some were called and have none.
    Math.max(calls.agents, agentFiles),
    sum(mentions, 'records'),
    sum(mentions, 'bytes'),
    JSON.stringify(calls.called),
    lastStepOf(main, estimateTime),
    Number(isLastSet(main, 'headless')),
    largest(mentions, 'active') ?? 0,
    calls.added,
    calls.removed,
    Number(isTrivial(session, main)),
  ]
}

/** Results within this time of the last record are the end of it, in another file. */
const sameMomentMs = 5000

/** What the file with the last record says; a result in a stream next to it says more than the transcript. */
function lastStepOf(rows: readonly MentionRow[], estimateTime: KnownSession['estimateTime']): string | null {
  const steps = rows
    .filter((row) => isFilled(row['last_step']))
    .map((row) => ({step: String(row['last_step']), time: Number(row['ended'] ?? estimateTime(row))}))
    .sort((a, b) => b.time - a.time)
  const [newest] = steps
  if (!newest) return null
  const isResult = ({step, time}: typeof newest): boolean =>
    (step === 'closed' || step === 'failed') && newest.time - time <= sameMomentMs
  return (steps.find(isResult) ?? newest).step
}

/** A request like "ping" or "say hi". */
const ping = /^\S{1,12}(?:\s\S{1,8})?$/

/** Whether nothing was asked, or only something like "ping", and nothing was done. */
function isTrivial({hasResponses, calls, streamedTurns}: KnownSession, main: readonly MentionRow[]): boolean {
  if (calls.tools > 0) return false
  const prompt = first(main, 'prompt_title')
  if (!hasResponses) return prompt === undefined || ping.test(prompt)
  const turns = Math.max(streamedTurns, ...main.map((row) => Number(row['turns'])))
  return prompt !== undefined && turns <= 1 && ping.test(prompt)
}

/** The best title: the user's own, else the model's, else a summary, else the first prompt. */
function titleOf(rows: readonly MentionRow[], summary: string | undefined): string | undefined {
  return (
    last(rows, 'custom_title') ??
    last(rows, 'ai_title') ??
    summary ??
    last(rows, 'summary_title') ??
    last(rows, 'agent_title') ??
    firstLine(first(rows, 'prompt_title'))
  )
}

function firstLine(prompt: string | undefined): string | undefined {
  const line = prompt?.trim().split('\n', 1)[0]?.trim()
  return line === '' ? undefined : line
}

const isFilled = (value: SqlValue | undefined): value is string => typeof value === 'string' && value !== ''

const first = (rows: readonly MentionRow[], column: string): string | undefined =>
  rows.map((row) => row[column]).find(isFilled)

const last = (rows: readonly MentionRow[], column: string): string | undefined =>
  rows.map((row) => row[column]).findLast(isFilled)

const isLastSet = (rows: readonly MentionRow[], column: string): boolean =>
  rows.map((row) => row[column]).findLast((value) => typeof value === 'number') === 1

const numbers = (rows: readonly MentionRow[], column: string): readonly number[] =>
  rows.map((row) => row[column]).filter((value) => typeof value === 'number')

const sum = (rows: readonly MentionRow[], column: string): number =>
  numbers(rows, column).reduce((total, value) => total + value, 0)

const smallest = (rows: readonly MentionRow[], column: string): number | undefined =>
  numbers(rows, column).reduce<number | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined)

const largest = (rows: readonly MentionRow[], column: string): number | undefined =>
  numbers(rows, column).reduce<number | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined)

/**
 * Counts the turns of a session's streams: each result ends one, and so does the end of a stream that was cut off after a
 * response. Copies of a stream have the same turns.
 */
export function countStreamedTurns(responses: readonly ResponseRow[], reports: readonly ReportRow[]): number {
  const ends = new Map<number, number>()
  let turns = 0
  for (const {kind, file, line} of reports) {
    if (kind !== 'result') continue
    turns += 1
    ends.set(file, Math.max(ends.get(file) ?? 0, line))
  }
  const streamed = responses.filter((row) => row.streamed && !row.agent)
  const isCut = ({file, line}: ResponseRow): boolean => line > (ends.get(file) ?? -1)
  const counted = new Set(streamed.filter((row) => !isCut(row)).map(({message}) => message))
  const cut = new Map<number, Set<string>>()
  for (const row of streamed) {
    if (!isCut(row)) continue
    const messages = cut.get(row.file) ?? new Set()
    cut.set(row.file, messages.add(row.message))
  }
  for (const messages of cut.values()) {
    if ([...messages].every((message) => !counted.has(message))) turns += 1
    for (const message of messages) counted.add(message)
  }
  return turns
}
