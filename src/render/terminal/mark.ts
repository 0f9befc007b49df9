import type {Entry, EntryKind} from '../../page/index.ts'
import {actorOf, entryKinds} from '../../page/index.ts'
import {glyphsFor} from './glyphs.ts'
import type {Look} from './look.ts'

interface KindMark {
  /** For boxes, whose readers know them by their pictures. */
  readonly emoji: string
  readonly glyph: string
}

const system = {glyph: '·'} as const

const kindMarks: Readonly<Record<EntryKind, KindMark>> = {
  session: {emoji: '🚀', glyph: '▸'},
  prompt: {emoji: '💬', glyph: '›'},
  steering: {emoji: '💬', glyph: '»'},
  command: {emoji: '💬', glyph: '›'},
  shell: {emoji: '💻', glyph: '$'},
  memory: {emoji: '🧠', glyph: '#'},
  interruption: {emoji: '🚫', glyph: '⚠'},
  teammate: {emoji: '👥', glyph: '‹'},
  answer: {emoji: '💬', glyph: '•'},
  thinking: {emoji: '💭', glyph: '✻'},
  tool: {emoji: '🔧', glyph: '·'},
  agent: {emoji: '🤖', glyph: '◇'},
  task: {emoji: '📋', glyph: '◇'},
  compaction: {emoji: '📦', glyph: '≡'},
  summary: {emoji: '📜', glyph: '≡'},
  recap: {emoji: '📜', glyph: '≡'},
  notice: {emoji: '🔔', ...system},
  hook: {emoji: '🔗', ...system},
  instruction: {emoji: '📌', ...system},
  attachment: {emoji: '📎', ...system},
  metadata: {emoji: '📇', ...system},
  unknown: {emoji: '❓', ...system},
  unreadable: {emoji: '❓', ...system},
  result: {emoji: '🏁', ...system},
}

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
  return look.style === 'box' && look.emoji ? mark.emoji : mark.glyph
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
