import {text} from '../../model/fields.ts'
import type {Block, Message, MessageKind} from '../../model/index.ts'
import {getOrAdd} from '../../model/maps.ts'
import type {Response} from '../costs/ledger.ts'
import type {GraphRecord, RecordGraph, Role} from '../graph/record-graph.ts'
import {addRecord, parentAt, roleAt} from '../graph/record-graph.ts'
import type {ConversationState, FoldContext} from '../state/state.ts'
import {takeSummary} from './fold-title.ts'
import {hashText} from './hash-text.ts'
import {noteKinds} from './note-session.ts'

const rolesOfKinds: ReadonlyMap<MessageKind, Role> = new Map<MessageKind, Role>([
  ['prompt', 'prompt'],
  ['slash-command', 'command'],
  ['bash-input', 'command'],
  ['assistant', 'assistant'],
  ['tool-result', 'result'],
  ['compact-summary', 'summary'],
  ['compaction', 'boundary'],
])

/** Frequent kinds that need not be remembered. */
const transientKinds: ReadonlySet<MessageKind> = new Set<MessageKind>(['partial', 'progress', 'task'])

/** Kinds of which no client writes two identical records, because they name a process, a call, a response or a sum. */
const uniqueKinds = new Set<MessageKind>(['init', 'assistant', 'tool-result', 'result', 'permission'])

/**
 * Notes a record's place in the graph. Returns whether it is new: the same record may be in a stream and in its
 * transcript, or in two copies of a file. (One file may use an id twice; both records are then shown.)
 */
export function noteRecord(context: FoldContext, message: Message, response: Response | undefined): boolean {
  const {state, session, thread, line} = context
  const {id} = message
  const inChain = message.dialect === 'transcript' && message.parent !== undefined
  if (transientKinds.has(message.kind) && !inChain) return true
  if (isAlone(state) && message.dialect === 'stream-json' && message.kind !== 'prompt') return true
  if (id === undefined) return isNewRecord(context, message) && !isRepeatedText(context, message)
  const {graph} = session
  const reading = readingNumber(state, line.at.source)
  const known = graph.ids.placeOf(id)
  const fresh = known === undefined || graph.readings[known] === reading
  const role =
    message.dialect !== 'transcript' || thread.agent ? 'outside' : (rolesOfKinds.get(message.kind) ?? 'other')
  const parent = message.parent ?? message.logicalParent
  if (known === undefined || (role !== 'outside' && isMoved(graph, known, {parent, reading}))) {
    addRecord(graph, {id, parent, role, reading, response: response})
    if (thread.agent?.root !== undefined) session.inlineThreads.set(id, thread)
  }
  if (known === undefined && state.summaries.size > 0) takeSummary(state, session, id)
  return fresh && !isRepeatedText(context, message)
}

/**
 * Whether the records of a stream need not be remembered, so a live stream may have any length: no other source repeats
 * them, and a stream has no graph. (Its prompts are repeated when they are taken up.)
 */
const isAlone = ({options, sources}: ConversationState): boolean =>
  options.keep === 'open' && sources.size < 2

/**
 * Whether another reading has the same text in a record with or without an id: up to 1.0.44 streams have no ids, and
 * transcripts have. Equal texts are paired in their order. It must be called once for each record.
 */
function isRepeatedText({state, session, line}: FoldContext, message: Message): boolean {
  const isNamed = message.id !== undefined
  if (isNamed && !isOldTranscript(message)) return false
  const reading = readingNumber(state, line.at.source)
  const words = listTexts(message)
  let copies = 0
  for (const said of words) {
    const mark = hashText(said)
    const known = getOrAdd(session.textCounts, mark, () => [])
    const own = known.find((other) => other.reading === reading) ?? {reading, isNamed, count: 0}
    if (own.count === 0) known.push(own)
    own.count += 1
    const isCopy = (other: typeof own): boolean =>
      other !== own && other.isNamed !== isNamed && other.count >= own.count
    copies += Number(known.some(isCopy))
  }
  return copies > 0 && copies === words.length
}

/** The texts of a record that a stream and a transcript both have, each with what identifies it. */
function listTexts(message: Message): readonly string[] {
  switch (message.kind) {
    case 'assistant':
      return message.blocks.map((block) => `${message.responseId} ${block.type} ${blockText(block)}`)
    case 'prompt':
    case 'instruction':
    case 'compact-summary':
      return [`${message.kind} ${message.text}`]
    case 'attachment':
      return [`${message.kind} ${message.name} ${JSON.stringify(message.value)}`]
    case 'interruption':
    case 'compaction':
      return [message.kind]
    default:
      return []
  }
}

const isOldTranscript = ({dialect, record}: Message): boolean =>
  dialect === 'transcript' && /^(0|1\.0)\./.test(text(record, 'version') ?? '')

/** What identifies a block of a response among those of its type. */
function blockText(block: Block): string {
  if (block.type === 'text' || block.type === 'thinking') return block.text
  return block.type === 'tool-call' ? block.id : ''
}

/**
 * Whether a known record gets another place: it was in a stream, or its file has it again with another parent, as
 * 1.0.44 did with its caveat after each `/clear`. Otherwise the records in between would be a branch.
 */
function isMoved(
  graph: RecordGraph,
  known: number,
  {parent, reading}: Pick<GraphRecord, 'parent' | 'reading'>,
): boolean {
  if (roleAt(graph, known) === 'outside') return true
  return (
    graph.readings[known] === reading && (graph.ids.placeOf(parent ?? '') ?? -1) !== parentAt(graph, known)
  )
}

/** Whether a record without an id is new: another reading may have the same text. */
function isNewRecord({state, session, line}: FoldContext, message: Message): boolean {
  if (noteKinds.has(message.kind) && message.kind !== 'queue') return true
  if (message.time === undefined && !uniqueKinds.has(message.kind)) return true
  const mark = hashText(line.text)
  const reading = readingNumber(state, line.at.source)
  const known = session.recordHashes.get(mark)
  if (known === undefined) session.recordHashes.set(mark, reading)
  return known === undefined || known === reading
}

/** The number of the current reading of a source. */
function readingNumber(state: ConversationState, source: string): number {
  return getOrAdd(state.readingNumbers, source, () => {
    state.lastReading += 1
    return state.lastReading
  })
}
