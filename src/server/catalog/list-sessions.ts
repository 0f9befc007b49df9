import type {ListedSession} from '../../archive/sqlite/list-sessions.ts'
import type {ListQuestion, ListSort} from './list-question.ts'

/** How many sessions a list shows at once. */
export const pageLength = 100

/** A value that sessions can be chosen by, with how many have it. */
export interface FacetValue {
  readonly value: string
  readonly count: number
}

/** What sessions can be chosen by. */
export interface Facets {
  readonly projects: readonly FacetValue[]
  readonly branches: readonly FacetValue[]
  readonly models: readonly FacetValue[]
  readonly errors: number
  readonly live: number
}

/** A part of a list. */
export interface SessionList {
  readonly sessions: readonly ListedSession[]
  readonly total: number
  readonly facets: Facets
}

/** The sessions that are asked for, and what those that the words fit can be chosen by. */
export function listSessions(all: readonly ListedSession[], question: ListQuestion): SessionList {
  const words = question.q.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = words.length === 0 ? all : all.filter((session) => holds(session, words))
  const chosen = isOpen(question) ? fitting : fitting.filter((session) => isChosen(session, question))
  const sorted = question.sort === 'time' ? chosen : [...chosen].sort(orders[question.sort])
  return {
    sessions: sorted.slice(question.from, question.from + pageLength),
    total: chosen.length,
    facets: knownFacets(fitting),
  }
}

function holds({id, title, project, branch, model}: ListedSession, words: readonly string[]): boolean {
  const text = [title, project, branch, model, id].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Nothing is to be left out. */
const isOpen = ({project, branch, model, errors, live}: ListQuestion): boolean =>
  [project, branch, model].every((wish) => wish === undefined) && !errors && !live

const isChosen = (session: ListedSession, {project, branch, model, errors, live}: ListQuestion): boolean =>
  (project === undefined || session.project === project) &&
  (branch === undefined || session.branch === branch) &&
  (model === undefined || session.model === model) &&
  (!errors || session.errors > 0) &&
  (!live || session.live)

type Order = (a: ListedSession, b: ListedSession) => number

const orders: Readonly<Record<Exclude<ListSort, 'time'>, Order>> = {
  cost: (a, b) => (b.cost ?? -1) - (a.cost ?? -1),
  size: (a, b) => b.bytes - a.bytes,
  turns: (a, b) => b.turns - a.turns,
  errors: (a, b) => b.errors - a.errors,
}

const mostValues = 40

const counted = new WeakMap<readonly ListedSession[], Facets>()

/** The list of all sessions is asked for again and again, and counted once. */
function knownFacets(sessions: readonly ListedSession[]): Facets {
  const facets = counted.get(sessions) ?? facetsOf(sessions)
  counted.set(sessions, facets)
  return facets
}

function facetsOf(sessions: readonly ListedSession[]): Facets {
  return {
    projects: countValues(sessions, ({project}) => project),
    branches: countValues(sessions, ({branch}) => branch),
    models: countValues(sessions, ({model}) => model),
    errors: sessions.filter(({errors}) => errors > 0).length,
    live: sessions.filter(({live}) => live).length,
  }
}

function countValues(
  sessions: readonly ListedSession[],
  valueIn: (session: ListedSession) => string | undefined,
): readonly FacetValue[] {
  const counts = new Map<string, number>()
  for (const session of sessions) {
    const value = valueIn(session)
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .map(([value, count]) => ({value, count}))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, mostValues)
}
