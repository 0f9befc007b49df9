import type {ToolRunState} from '../model/index.ts'
import type {Entry} from './entry.ts'
import {oneLine} from './outline.ts'
import {withoutControls} from './read-control.ts'

const unlucky: ReadonlySet<ToolRunState | undefined> = new Set<ToolRunState>([
  'failed',
  'denied',
  'interrupted',
])

const most = 72

/** How a call came out, in a few words: where its tool has none for what went wrong, the first that were said of it. */
export function outcomeOf({outcome, state, answered}: Entry): string | undefined {
  if (outcome !== undefined || !unlucky.has(state)) return outcome
  for (const node of answered) {
    if (node.kind !== 'ansi' && node.kind !== 'text' && node.kind !== 'note') continue
    const words = oneLine(withoutControls(node.text.slice(0, most * 8)).trim(), most)
    if (words !== '') return words
  }
  return undefined
}
