import {actorOf, type Entry, entryKinds, finalState, kindMarks} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'

/** The mark of an entry: the state of a call, else the kind. */
export function terminalMark(entry: Entry, options: TerminalOptions): string {
  const {states} = glyphsFor(options)
  if (entry.state) return states[finalState(entry) ?? entry.state]
  if (entry.kind === 'result') return states[entry.isError ? 'failed' : 'completed']
  if (options.style === 'plain') return `[${entryKinds[entry.kind].word}]`
  if (entry.isError) return states.failed
  const mark = kindMarks[entry.kind]
  return options.style === 'box' && options.emoji ? mark.emoji : mark.text
}

/** The colour of who acts in an entry. */
export function actorPen(entry: Entry, options: TerminalOptions): (text: string) => string {
  const {paint} = options
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

/** The colour of a mark: its state if that is not normal, else who acts. */
export function markPen(entry: Entry, options: TerminalOptions): (text: string) => string {
  const {paint} = options
  if (entry.isError || entry.state === 'failed') return paint.bad
  if (entry.state === 'denied' || entry.state === 'interrupted' || entry.state === 'orphaned')
    return paint.warning
  return entry.state === 'completed' || entry.kind === 'result' ? paint.good : actorPen(entry, options)
}
