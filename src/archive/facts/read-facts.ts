import {isTitle} from '../../conversation/is-title.ts'
import type {Block, Line, Message, MessageKind} from '../../model/index.ts'
import {inputFields} from '../../model/index.ts'
import {countSearches} from '../../model/web-tools.ts'
import {blocksOf} from './blocks-of.ts'
import {endedAs} from './ended-as.ts'
import type {CallFact, Facts, ResultFact, TitleFact} from './facts.ts'
import {readAnswer} from './read-answer.ts'
import {pathOf} from './read-entries.ts'
import {nowhere, readOrigin} from './read-origin.ts'
import {readReport} from './read-report.ts'

/** Reads what lists and sums are made of. What a record says is read by `readEntries`, when somebody wants to find it. */
export function readFacts(line: Line): Facts {
  if (line.kind !== 'message') return nothing
  const {message} = line
  const blocks = blocksOf(message)
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
    isReplay: message.kind === 'prompt' && message.replay,
    calls: callsOf(blocks),
    results: resultsOf(blocks),
    denials: denialsOf(message),
    answer: readAnswer(message),
    report: readReport(line),
    title: titleOf(message),
  }
}

const none: readonly never[] = []

const nothing: Facts = {
  ...nowhere,
  model: undefined,
  cwd: undefined,
  gitBranch: undefined,
  version: undefined,
  opensTurn: false,
  isReplay: false,
  calls: none,
  results: none,
  denials: none,
  answer: undefined,
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
    calls.push({id: block.id, tool: block.name, path: pathOf(inputFields(block.input))})
  }
  return calls ?? none
}

function resultsOf(blocks: readonly Block[]): readonly ResultFact[] {
  let results: ResultFact[] | undefined
  for (const block of blocks) {
    if (block.type !== 'tool-result') continue
    results ??= []
    const state = endedAs(block)
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
  if (message.kind !== 'prompt' || message.sidechain || message.parentCall !== undefined) return undefined
  return message.text.trim() === ''
    ? undefined
    : {source: 'prompt', title: message.text.trim().slice(0, 200), leaf: undefined}
}
