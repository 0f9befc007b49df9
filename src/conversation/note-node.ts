import type {Message, MessageKind} from '../model/index.ts'
import {takeSummary} from './fold-title.ts'
import type {Node, NodeRole} from './node.ts'
import type {Context, ConversationState} from './state.ts'

const roles: ReadonlyMap<MessageKind, NodeRole> = new Map<MessageKind, NodeRole>([
  ['prompt', 'prompt'],
  ['slash-command', 'command'],
  ['bash-input', 'command'],
  ['assistant', 'assistant'],
  ['tool-result', 'result'],
  ['compact-summary', 'summary'],
  ['compaction', 'boundary'],
])

/** Kinds that come by the thousand and are of no interest once they have passed. */
const passing: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'partial',
  'progress',
  'task',
  'status',
  'metadata',
])

/**
 * Notes a record's place in the graph. Tells whether it is new: the same record may come from a stream and from
 * its transcript, or from two copies of a file. (One file may use an id twice; both records are then shown.)
 */
export function noteNode(context: Context, message: Message): boolean {
  const {state, session, line} = context
  if (message.id === undefined || passing.has(message.kind)) return true
  const known = session.nodes.get(message.id)
  const inGraph = message.dialect === 'transcript'
  if (!known || (inGraph && known.order === -1))
    session.nodes.set(message.id, nodeOf(context, message, message.id, inGraph))
  if (!known && state.summaries.size > 0) takeSummary(state, session, message.id)
  return !known || known.reading === readingOf(state, line.at.source)
}

function nodeOf(context: Context, message: Message, id: string, inGraph: boolean): Node {
  const {state, thread, line} = context
  return {
    id,
    reading: readingOf(state, line.at.source),
    parent: message.parent ?? message.logicalParent,
    role: roles.get(message.kind) ?? 'other',
    order: inGraph ? state.order : -1,
    group: groupOf(message),
    agent: thread.agent?.key,
    prompt: message.kind === 'prompt' ? message.text.slice(0, 200) : undefined,
  }
}

/** The number of the reading of a source that is going on. */
function readingOf(state: ConversationState, source: string): number {
  const known = state.readings.get(source)
  if (known !== undefined) return known
  state.lastReading += 1
  state.readings.set(source, state.lastReading)
  return state.lastReading
}

/** Calls of one answer and their results belong together, however the graph forks between them. */
function groupOf(message: Message): string | undefined {
  if (message.kind === 'assistant') return message.messageId
  return message.kind === 'tool-result' ? message.results[0]?.callId : undefined
}
