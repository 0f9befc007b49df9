import type {Entry} from '../../page/index.ts'
import {kindMarks, stateMarks} from '../../page/index.ts'

/** The mark an entry begins with: how it came out, else what kind of thing it is. */
export function entryMark({kind, depth, state, failed}: Entry): string {
  if (failed && (state === undefined || state === 'completed')) return stateMarks.text.failed
  // What a notice that matters says is a warning.
  if (kind === 'notice' && depth === 'assistant') return '⚠'
  if (state) return stateMarks.text[state]
  // A hash begins a heading.
  return kind === 'memory' ? '▪' : kindMarks[kind].text
}
