import {readRequestText} from '../../conversation/fold/fold-title.ts'
import {isTitle} from '../../conversation/fold/is-title.ts'
import type {Block, Line, Message, MessageKind, MessageLine, MessageOf} from '../../model/index.ts'
import {inputFields, noUsage} from '../../model/index.ts'
import {countSearches} from '../../model/web-tools.ts'
import type {CallFact, Facts, Origin, ReportFact, ResponseFact, ResultFact, TitleFact} from './facts.ts'
import {calledPath, messageBlocks, resultState} from './read-search-entries.ts'

/** Reads where a record comes from: whose it is, and when it was made. */
export function readOrigin(line: Line): Origin {
  if (line.kind !== 'message') return noOrigin
  const {session, id, agent, parentCall, sidechain, time} = line.message
  // Sidechains of old transcripts name no agent.
  return {session, id, agent: agent ?? parentCall ?? (sidechain ? 'sidechain' : undefined), time}
}

/** The origin of what tells none. */
const noOrigin: Origin = {session: undefined, id: undefined, agent: undefined, time: undefined}

/** Reads what lists and sums are made of. What a record says is read by `readSearchEntries`, when somebody wants to find it. */
export function readFacts(line: Line): Facts {
  if (line.kind !== 'message') return nothing
  const {message} = line
  const blocks = messageBlocks(message)
  // Spreading the origin would cost more than all else here.
  const {session, id, agent, time} = readOrigin(line)
  return {
    session,
    id,
    agent,
    time,
    model: message.kind === 'assistant' && !message.synthetic ? message.model : undefined,
    cwd: message.cwd,
    gitBranch: message.gitBranch,
    version: message.version,
    opensTurn: opensTurn(message),
    isInit: message.kind === 'init' && !message.made,
    isReplay: message.kind === 'prompt' && message.replay,
    calls: callsOf(blocks),
    results: resultsOf(blocks),
    denials: denialsOf(message),
    response: readResponse(message),
    report: reportIn(line),
    title: titleOf(message),
  }
}

const none: readonly never[] = []

const nothing: Facts = {
  ...noOrigin,
  model: undefined,
  cwd: undefined,
  gitBranch: undefined,
  version: undefined,
  opensTurn: false,
  isInit: false,
  isReplay: false,
  calls: none,
  results: none,
  denials: none,
  response: undefined,
  report: undefined,
  title: undefined,
}

const turnOpeners: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'prompt',
  'slash-command',
  'bash-input',
  'task-notification',
  'teammate-message',
])

const opensTurn = (message: Message): boolean =>
  turnOpeners.has(message.kind) &&
  !message.sidechain &&
  message.parentCall === undefined &&
  !('queued' in message && message.queued)

function callsOf(blocks: readonly Block[]): readonly CallFact[] {
  let calls: CallFact[] | undefined
  for (const block of blocks) {
    if (block.type !== 'tool-call') continue
    calls ??= []
    calls.push({id: block.id, tool: block.name, path: calledPath(inputFields(block.input))})
  }
  return calls ?? none
}

function resultsOf(blocks: readonly Block[]): readonly ResultFact[] {
  let results: ResultFact[] | undefined
  for (const block of blocks) {
    if (block.type !== 'tool-result') continue
    results ??= []
    const state = resultState(block)
    results.push({
      callId: block.callId,
      failed: state === 'failed',
      denied: state === 'denied',
      characters: charactersOf(block.content),
      searches: countSearches(block),
    })
  }
  return results ?? none
}

function denialsOf(message: Message): readonly string[] {
  if (message.kind === 'result') return message.denials
  if (message.kind !== 'permission' || message.phase !== 'denied' || message.callId === undefined) return none
  return [message.callId]
}

function charactersOf(content: readonly Block[]): number {
  let characters = 0
  for (const block of content) if (block.type === 'text') characters += block.text.length
  return characters
}

function titleOf(message: Message): TitleFact | undefined {
  if (message.kind === 'title')
    return isTitle(message) ? {source: message.source, title: message.title, leaf: message.leaf} : undefined
  if (message.kind !== 'prompt' && message.kind !== 'slash-command') return undefined
  const asked = message.sidechain || message.parentCall !== undefined ? undefined : readRequestText(message)
  return asked === undefined
    ? undefined
    : {source: 'prompt', title: asked.trim().slice(0, 200), leaf: undefined}
}

/** Reads what the client itself says of a session's spending. */
function reportIn({message, text}: MessageLine): ReportFact | undefined {
  if (message.kind === 'result') {
    const {costUsd, totals, sinceLast, usage} = message
    return {
      id: idOf(message, text),
      kind: message.made ? 'cost-state' : 'result',
      costUsd,
      totals,
      sinceLast,
      usage,
    }
  }
  if (message.kind !== 'cost-state') return undefined
  return {
    id: idOf(message, text),
    kind: 'cost-state',
    costUsd: message.costUsd,
    totals: message.totals,
    sinceLast: undefined,
    usage: undefined,
  }
}

/** Old streams give a result no id. But two that were made apart differ at least in what they measured. */
const idOf = ({id}: Message, text: string): string => id ?? `${text.length}:${hashOf(text)}`

/** Two mixes of 32 bits (FNV-1a with different seeds): not safe from forgers, but who copies a report wins nothing by it. */
function hashOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x85ebca6b)
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`
}

/** Reads what a message says of an answer's usage. */
function readResponse(message: Message): ResponseFact | undefined {
  if (message.kind === 'partial') return readPartial(message)
  if (message.kind !== 'assistant' || message.synthetic) return undefined
  // An answer without an id of its own goes by its record's.
  const responseId = message.responseId ?? message.id
  if (responseId === undefined) return undefined
  return {
    responseId,
    model: message.model,
    usage: message.usage ?? noUsage,
    final: message.usageFinal && !message.aborted,
    streamed: message.dialect !== 'transcript',
    costUsd: message.costUsd,
    webSearches: message.webSearches,
    modes: message.modes,
  }
}

/** A stream's partial messages tell when an answer begins, and at its end the only final numbers of it. */
function readPartial({event, responseId}: MessageOf<'partial'>): ResponseFact | undefined {
  const isStart = event.event === 'message-start' && event.responseId !== ''
  if (!isStart && (event.event !== 'message-delta' || !event.usage)) return undefined
  return {
    responseId: isStart ? event.responseId : responseId,
    model: isStart ? event.model : undefined,
    usage: event.usage ?? noUsage,
    final: !isStart,
    streamed: true,
    costUsd: undefined,
    webSearches: event.webSearches,
    modes: event.modes,
  }
}
