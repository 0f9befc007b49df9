import type {ListedSession} from '../../archive/archive.ts'
import {isChosen, isFlagged, valuesOf} from './is-chosen.ts'
import type {ListFacet, ListFlag, ListQuestion} from './list-question.ts'
import {choicesOf} from './list-question.ts'

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
export function countFacets(sessions: readonly ListedSession[], question: ListQuestion): Facets {
  if (choicesOf(question).length > 0) return facetsOf(sessions, question)
  // The list of all sessions is asked for again and again, and counted once.
  const facets = counted.get(sessions) ?? facetsOf(sessions, question)
  counted.set(sessions, facets)
  return facets
}

const counted = new WeakMap<readonly ListedSession[], Facets>()

function facetsOf(sessions: readonly ListedSession[], question: ListQuestion): Facets {
  const left = (but: ListFacet | ListFlag): readonly ListedSession[] =>
    sessions.filter((session) => isChosen(session, question, but))
  const values = (name: ListFacet): readonly FacetValue[] => countValues(left(name), name, question[name])
  const flag = (name: ListFlag): number => left(name).filter(isFlagged[name]).length
  return {
    project: values('project'),
    branch: values('branch'),
    model: values('model'),
    tool: values('tool'),
    errors: flag('errors'),
    live: flag('live'),
  }
}

const mostValues = 40

function countValues(
  sessions: readonly ListedSession[],
  name: ListFacet,
  chosen: string | undefined,
): readonly FacetValue[] {
  const counts = new Map<string, number>(chosen === undefined ? [] : [[chosen, 0]])
  for (const session of sessions)
    for (const value of valuesOf[name](session)) counts.set(value, (counts.get(value) ?? 0) + 1)
  const sorted = [...counts]
    .map(([value, count]) => ({value, count}))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  // What was chosen can be given up, however few have it.
  return sorted.filter(({value}, place) => place < mostValues || value === chosen)
}
