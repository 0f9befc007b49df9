import type {ListedSession} from '../../archive/archive.ts'
import type {Facets} from './count-facets.ts'
import {countFacets} from './count-facets.ts'
import type {ListQuery, ListSort} from './list-query.ts'
import {matchesFilters} from './match-filters.ts'

/** How many sessions a list shows at once. */
export const pageLength = 100

/** A part of a list. */
export interface SessionList {
  readonly sessions: readonly ListedSession[]
  readonly total: number
  readonly facets: Facets
}

/** The sessions that are asked for, and what those that the words fit can be chosen by. */
export function selectSessions(all: readonly ListedSession[], question: ListQuery): SessionList {
  const words = question.q.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = words.length === 0 ? all : all.filter((session) => containsWords(session, words))
  const chosen = fitting.filter((session) => matchesFilters(session, question))
  const sorted = question.sort === 'time' ? chosen : [...chosen].sort(orders[question.sort])
  return {
    sessions: sorted.slice(question.from, question.from + pageLength),
    total: chosen.length,
    facets: countFacets(fitting, question),
  }
}

function containsWords(session: ListedSession, words: readonly string[]): boolean {
  const text = searched.get(session) ?? searchableText(session)
  searched.set(session, text)
  return words.every((word) => text.includes(word))
}

/** Who types asks with every letter. */
const searched = new WeakMap<ListedSession, string>()

const searchableText = ({sessionId, title, project, gitBranch, model}: ListedSession): string =>
  [title, project, gitBranch, model, sessionId].join('\n').toLowerCase()

type Order = (a: ListedSession, b: ListedSession) => number

const orders: Readonly<Record<Exclude<ListSort, 'time'>, Order>> = {
  cost: (a, b) => (b.costMicros ?? -1) - (a.costMicros ?? -1),
  size: (a, b) => b.bytes - a.bytes,
  turns: (a, b) => b.turns - a.turns,
  errors: (a, b) => b.errors - a.errors,
}
