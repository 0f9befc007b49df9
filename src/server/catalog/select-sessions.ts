import type {ListedSession} from '../../archive/archive.ts'
import {isLiveState} from '../../model/index.ts'
import type {ListFacet, ListFlag, ListQuery, ListSort} from './list-query.ts'
import {listFacets, listFilters, listFlags} from './list-query.ts'

/** The number of sessions on a page of the list. */
export const pageLength = 100

/** A part of a list. */
export interface SessionList {
  readonly sessions: readonly ListedSession[]
  readonly total: number
  readonly facets: Facets
}

/** The sessions that match a query, and the facets of those that contain its words. */
export function selectSessions(all: readonly ListedSession[], query: ListQuery): SessionList {
  const words = query.q.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = words.length === 0 ? all : all.filter((session) => containsWords(session, words))
  const chosen = fitting.filter((session) => matchesFilters(session, query))
  const sorted = query.sort === 'time' ? chosen : [...chosen].sort(orders[query.sort])
  return {
    sessions: sorted.slice(query.from, query.from + pageLength),
    total: chosen.length,
    facets: countFacets(fitting, query),
  }
}

function containsWords(session: ListedSession, words: readonly string[]): boolean {
  const text = searched.get(session) ?? searchableText(session)
  searched.set(session, text)
  return words.every((word) => text.includes(word))
}

/** Texts by session, because every typed letter is a query. */
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

/** The values of a session for each facet. */
const facetValues: Readonly<Record<ListFacet, (session: ListedSession) => readonly string[]>> = {
  project: ({project}) => oneOf(project),
  branch: ({gitBranch}) => oneOf(gitBranch),
  model: ({model}) => oneOf(model),
  tool: ({tools}) => tools,
}

const hasFlag: Readonly<Record<ListFlag, (session: ListedSession) => boolean>> = {
  errors: ({errors}) => errors > 0,
  live: ({state}) => isLiveState(state),
}

const none: readonly never[] = []

const oneOf = (value: string | undefined): readonly string[] => (value ? [value] : none)

/** Whether a session matches all filters except one. */
function matchesFilters(session: ListedSession, query: ListQuery, except?: ListFacet | ListFlag): boolean {
  for (const name of listFacets) {
    const value = query[name]
    if (value !== undefined && name !== except && !facetValues[name](session).includes(value)) return false
  }
  for (const name of listFlags) if (query[name] && name !== except && !hasFlag[name](session)) return false
  return true
}

/** A value of a facet, and how many sessions have it. */
interface FacetValue {
  readonly value: string
  readonly count: number
}

/** The values of all facets, and the counts of the flags. */
export interface Facets
  extends Readonly<Record<ListFacet, readonly FacetValue[]>>,
    Readonly<Record<ListFlag, number>> {}

/** Counts what each filter would leave, with the other filters as they are, so that no link leads to an empty list. */
function countFacets(sessions: readonly ListedSession[], query: ListQuery): Facets {
  if (listFilters(query).length > 0) return facetsOf(sessions, query)
  // The list of all sessions is requested often, and counted once.
  const facets = counted.get(sessions) ?? facetsOf(sessions, query)
  counted.set(sessions, facets)
  return facets
}

const counted = new WeakMap<readonly ListedSession[], Facets>()

function facetsOf(sessions: readonly ListedSession[], query: ListQuery): Facets {
  const left = (except: ListFacet | ListFlag): readonly ListedSession[] =>
    sessions.filter((session) => matchesFilters(session, query, except))
  const values = (name: ListFacet): readonly FacetValue[] => countValues(left(name), name, query[name])
  const flag = (name: ListFlag): number => left(name).filter(hasFlag[name]).length
  return {
    project: values('project'),
    branch: values('branch'),
    model: values('model'),
    tool: values('tool'),
    errors: flag('errors'),
    live: flag('live'),
  }
}

const maxValues = 40

function countValues(
  sessions: readonly ListedSession[],
  name: ListFacet,
  chosen: string | undefined,
): readonly FacetValue[] {
  const counts = new Map<string, number>(chosen === undefined ? [] : [[chosen, 0]])
  for (const session of sessions)
    for (const value of facetValues[name](session)) counts.set(value, (counts.get(value) ?? 0) + 1)
  const sorted = [...counts]
    .map(([value, count]) => ({value, count}))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  // The current value is always listed, so that it can be removed.
  return sorted.filter(({value}, place) => place < maxValues || value === chosen)
}
