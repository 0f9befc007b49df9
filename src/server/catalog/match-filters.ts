import type {ListedSession} from '../../archive/archive.ts'
import type {ListFacet, ListFlag, ListQuery} from './list-query.ts'
import {listFacets, listFlags} from './list-query.ts'

/** What a session can be chosen by. A session has many tools, and of the rest one or none. */
export const facetValues: Readonly<Record<ListFacet, (session: ListedSession) => readonly string[]>> = {
  project: ({project}) => oneOf(project),
  branch: ({gitBranch}) => oneOf(gitBranch),
  model: ({model}) => oneOf(model),
  tool: ({tools}) => tools,
}

export const hasFlag: Readonly<Record<ListFlag, (session: ListedSession) => boolean>> = {
  errors: ({errors}) => errors > 0,
  live: ({isLive}) => isLive,
}

const none: readonly never[] = []

const oneOf = (value: string | undefined): readonly string[] => (value ? [value] : none)

/** Whether a session is one of those that are asked for, as far as all choices but one say. */
export function matchesFilters(
  session: ListedSession,
  question: ListQuery,
  but?: ListFacet | ListFlag,
): boolean {
  for (const name of listFacets) {
    const wish = question[name]
    if (wish !== undefined && name !== but && !facetValues[name](session).includes(wish)) return false
  }
  for (const name of listFlags) if (question[name] && name !== but && !hasFlag[name](session)) return false
  return true
}
