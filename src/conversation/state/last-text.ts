import type {Agent} from '../session.ts'

/** What an agent in the background said last, where its lines are here and kept: its task may only tell that it ended. */
export function lastText({state, items}: Agent): string | undefined {
  if (state !== 'completed') return undefined
  const item = items.findLast(({kind}) => kind === 'text')
  return item?.kind === 'text' ? item.text : undefined
}
