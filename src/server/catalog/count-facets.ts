import type {ListedSession} from '../../archive/archive.ts'
import type {ListFacet, ListFlag, ListQuery} from './list-query.ts'
import {listFilters} from './list-query.ts'
import {facetValues, hasFlag, matchesFilters} from './match-filters.ts'

/** A value that sessions can be chosen by, with how many have it. */
export interface FacetValue {
  readonly value: string
  readonly count: number
}

/** What sessions can be chosen by. */
export interface Facets
  extends Readonly<Record<ListFacet, readonly FacetValue[]>>,
    Readonly<Record<ListFlag, number>> {}

/** Counts what each choice would leave, with all the other choices as they are: none of them leads to an empty list. */
export function countFacets(sessions: readonly ListedSession[], question: ListQuery): Facets {
  if (listFilters(question).length > 0) return facetsOf(sessions, question)
  // The list of all sessions is asked for again and again, and counted once.
  const facets = counted.get(sessions) ?? facetsOf(sessions, question)
  counted.set(sessions, facets)
  return facets
}

const counted = new WeakMap<readonly ListedSession[], Facets>()

function facetsOf(sessions: readonly ListedSession[], question: ListQuery): Facets {
  const left = (but: ListFacet | ListFlag): readonly ListedSession[] =>
    sessions.filter((session) => matchesFilters(session, question, but))
  const values = (name: ListFacet): readonly FacetValue[] => countValues(left(name), name, question[name])
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
  // What was chosen can be given up, however few have it.
  return sorted.filter(({value}, place) => place < maxValues || value === chosen)
}
