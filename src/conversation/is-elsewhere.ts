import type {Graph} from './graph.ts'
import {parentAt, roleAt} from './graph.ts'
import type {Answer} from './ledger.ts'

/**
 * Tells whether a call stands on another path than the record that now follows `parent`: two clients may write to one
 * session, and the one does not wait for the calls of the other. `maker` is the answer the call is a part of.
 */
export function isElsewhere(
  graph: Graph,
  parent: string | null | undefined,
  call: string | undefined,
  maker: Answer | undefined,
): boolean {
  const made = graph.ids.placeOf(call ?? '')
  let place = graph.ids.placeOf(parent ?? '')
  if (made === undefined || place === undefined || maker === undefined || roleAt(graph, made) === 'outside')
    return false
  // Whoever follows a path backwards comes past the answer that made the call, or past the time before it.
  while (place > made && graph.answers[place] !== maker) {
    const before = parentAt(graph, place)
    if (before >= place) return false
    place = before
  }
  return place !== -1 && graph.answers[place] !== maker
}
