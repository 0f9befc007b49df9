import type {ListedSession} from '../../archive/archive.ts'
import type {ListFacet, ListFlag, ListQuestion} from './list-question.ts'
import {listFacets, listFlags} from './list-question.ts'

/** What a session can be chosen by. A session has many tools, and of the rest one or none. */
export const valuesOf: Readonly<Record<ListFacet, (session: ListedSession) => readonly string[]>> = {
  project: ({project}) => oneOf(project),
  branch: ({branch}) => oneOf(branch),
  model: ({model}) => oneOf(model),
  tool: ({called}) => called,
}

export const isFlagged: Readonly<Record<ListFlag, (session: ListedSession) => boolean>> = {
  errors: ({errors}) => errors > 0,
  live: ({live}) => live,
}

const none: readonly never[] = []

const oneOf = (value: string | undefined): readonly string[] => (value ? [value] : none)

/** Whether a session is one of those that are asked for, as far as all choices but one say. */
export function isChosen(
  session: ListedSession,
  question: ListQuestion,
  but?: ListFacet | ListFlag,
): boolean {
  for (const name of listFacets) {
    const wish = question[name]
    if (wish !== undefined && name !== but && !valuesOf[name](session).includes(wish)) return false
  }
  for (const name of listFlags) if (question[name] && name !== but && !isFlagged[name](session)) return false
  return true
}
