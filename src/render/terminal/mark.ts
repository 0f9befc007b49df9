import type {Entry} from '../../page/index.ts'
import {actorOf, entryKinds, kindMarks} from '../../page/index.ts'
import {glyphsFor} from './glyphs.ts'
import type {Look} from './look.ts'

/** How a call came out; one that was refused in an answer that is no error has failed. */
export const endOf = ({state, failed}: Entry): Entry['state'] =>
  state === 'completed' && failed ? 'failed' : state

/** The mark an entry begins with: how a call came out, else what kind of thing it is. */
export function markOf(entry: Entry, look: Look): string {
  const {states} = glyphsFor(look)
  if (entry.state) return states[endOf(entry) ?? entry.state]
  if (entry.kind === 'result') return states[entry.failed ? 'failed' : 'completed']
  if (look.style === 'plain') return `[${entryKinds[entry.kind].word}]`
  if (entry.failed) return states.failed
  const mark = kindMarks[entry.kind]
  return look.style === 'box' && look.emoji ? mark.emoji : mark.text
}

/** The colour of who acts in an entry. */
export function penOf(entry: Entry, look: Look): (text: string) => string {
  const {paint} = look
  switch (actorOf(entry)) {
    case 'person':
      return paint.person
    case 'tool':
      return paint.tool
    case 'agent':
      return (text) => paint.agent(entry.lane?.key ?? entry.key, text)
    case 'assistant':
      return (text) => text
    case 'thinking':
    case 'system':
      return paint.dim
  }
}

/** The colour of a mark: how it came out where that is worth a look, else who acts. */
export function markPenOf(entry: Entry, look: Look): (text: string) => string {
  const {paint} = look
  if (entry.failed || entry.state === 'failed') return paint.bad
  if (entry.state === 'denied' || entry.state === 'interrupted' || entry.state === 'orphaned')
    return paint.warning
  return entry.state === 'completed' || entry.kind === 'result' ? paint.good : penOf(entry, look)
}
