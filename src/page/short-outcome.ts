import type {ToolRunState} from '../model/index.ts'
import type {Entry} from './entry.ts'
import {firstLine} from './overview/outline.ts'
import {stripControls} from './text/control-sequences.ts'

const failedStates: ReadonlySet<ToolRunState | undefined> = new Set<ToolRunState>([
  'failed',
  'denied',
  'interrupted',
])

const maxLength = 72

/** How a call came out, in a few words: where its tool has none for what went wrong, the first that were said of it. */
export function shortOutcome({outcome, state, answered}: Entry): string | undefined {
  if (outcome !== undefined || !failedStates.has(state)) return outcome
  for (const node of answered) {
    if (node.kind !== 'ansi' && node.kind !== 'text' && node.kind !== 'note') continue
    const words = firstLine(stripControls(node.text.slice(0, maxLength * 8)).trim(), maxLength)
    if (words !== '') return words
  }
  return undefined
}
