import {noteCall} from '../../conversation/ledger.ts'
import type {RelativesOf, SessionSpending} from '../../conversation/spending.ts'
import {familiesOf, settleSessions} from '../../conversation/spending.ts'
import {agentTools} from '../../model/agent-tools.ts'
import {searchTool} from '../../model/web-tools.ts'
import {bandOf} from '../../prices/index.ts'
import type {BookedAnswer, Books} from './book-rows.ts'
import {bookRows} from './book-rows.ts'
import type {Correction} from './corrections.ts'
import {correctFamily, sharesOf} from './corrections.ts'
import {lastTerms} from './last-terms.ts'
import {reportTimes} from './report-times.ts'
import {reportedRows} from './reported-rows.ts'
import type {AnswerRow, CallRow, ReportedRow, ReportRow, SpentRow, UsedRow} from './rows.ts'
import {quarterOf} from './rows.ts'
import {newSpentRows} from './spent-rows.ts'
import {callsOnce, toolsOf, untoldTool} from './tools-of.ts'

/** A time for what has none of its own, by its file, and by its line if that is known. */
export type MomentOf = (session: string, file: number, line?: number) => number

/** What sessions spent, by the quarter of an hour. */
export interface Counted {
  readonly spent: readonly SpentRow[]
  readonly used: readonly UsedRow[]
  readonly reported: readonly ReportedRow[]
}

/**
 * Counts what sessions spent. The rows must be those of the sessions and of all that share an answer with them: each
 * answer and each call counts once, and what the client reported beyond the answers is added.
 */
export function countSessions(
  answers: readonly AnswerRow[],
  reports: readonly ReportRow[],
  calls: readonly CallRow[],
  momentOf: MomentOf,
): Counted {
  const books = bookRows(answers, reports)
  const once = callsOnce(calls)
  noteRequests(books, once)
  const relativesOf = (session: string): Iterable<string> => books.relatives.get(session) ?? []
  const callers = agentCallers(once)
  const withAgents = [...callers].flatMap((message) => books.ledger.answers.get(message)?.session ?? [])
  const {sessions, unheard, isComplete} = settleSessions(books.ledger, relativesOf, new Set(withAgents))
  const timeOfReport = reportTimes(reports.length === 0 ? [] : answers, momentOf)
  const timeOfAnswer = ({time, booked, file, line}: BookedAnswer): number =>
    time ?? momentOf(booked.session, file, line)
  const tools = toolsOf(once, books.ledger.answers, momentOf)
  const spent = newSpentRows()
  for (const answer of books.answers) {
    const {session, usage} = answer.booked
    const {agent, model = '', webSearches, modes} = answer
    const quarter = quarterOf(timeOfAnswer(answer))
    // What an agent used whose answers are nowhere is missing where it was called.
    const complete = isComplete(answer.booked) && !(unheard.has(session) && callers.has(answer.message))
    const terms = {session, quarter, model, modes, band: bandOf(usage), agent, final: complete}
    spent.add(terms, tools.of(answer.message), usage, {answers: 1, webSearches})
  }
  const corrections = reports.length === 0 ? [] : correctionsOf(books, reports, sessions, relativesOf)
  const termsOf =
    corrections.length === 0 ? undefined : lastTerms(books.answers, reports, timeOfAnswer, timeOfReport)
  for (const {session, model, usage, webSearches} of corrections) {
    const {time, modes, band} = termsOf?.(session, model) ?? {time: 0, modes: 0, band: 0}
    const terms = {session, quarter: quarterOf(time), model, modes, band, agent: false, final: true}
    spent.add(terms, untoldTool, usage, {answers: 0, webSearches})
  }
  return {
    spent: spent.rows(),
    used: tools.used,
    reported: reportedRows(books, reports, sessions, timeOfReport, timeOfAnswer),
  }
}

/** The answers that started agents. */
const agentCallers = (calls: readonly CallRow[]): ReadonlySet<string> =>
  new Set(
    calls.flatMap(({tool = '', message, failed, denied}) =>
      message !== undefined && agentTools.has(tool) && !failed && !denied ? [message] : [],
    ),
  )

/** Notes what calls tell of requests that no line shows: that there were any, and their web searches. */
function noteRequests({ledger, answers}: Books, calls: readonly CallRow[]): void {
  const searches = new Map<string, number>()
  for (const call of calls) {
    const {tool, message, failed, denied, characters} = call
    if (failed || denied || characters === 0) continue
    noteCall(ledger, call)
    if (tool === searchTool && message !== undefined)
      searches.set(message, (searches.get(message) ?? 0) + call.searches)
  }
  if (searches.size === 0) return
  const sessions = new Map<string, {usage: number; results: number}>()
  const sumOf = ({booked}: BookedAnswer) => {
    const sum = sessions.get(booked.session) ?? {usage: 0, results: 0}
    sessions.set(booked.session, sum)
    return sum
  }
  for (const answer of answers) {
    const sum = sumOf(answer)
    sum.usage += answer.webSearches
    sum.results += searches.get(answer.message) ?? 0
  }
  // Where a response shows that searched, it has the searches of a call in its own usage: the same ones.
  for (const answer of answers) {
    const {usage, results} = sumOf(answer)
    if (results > usage) answer.webSearches = searches.get(answer.message) ?? 0
  }
}

function correctionsOf(
  books: Books,
  reports: readonly ReportRow[],
  sessions: ReadonlyMap<string, SessionSpending>,
  relativesOf: RelativesOf,
): readonly Correction[] {
  const shares = sharesOf(books, reports)
  return familiesOf(sessions.keys(), relativesOf).flatMap((family) =>
    correctFamily(
      family.flatMap((id) => sessions.get(id) ?? []),
      family.flatMap((id) => shares.get(id) ?? []),
    ),
  )
}
