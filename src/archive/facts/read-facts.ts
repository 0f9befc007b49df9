import {flag, number, object, text} from '../../model/fields.ts'
import type {Block, JsonObject, Line, Message, MessageKind, MessageOf, ModelTotal} from '../../model/index.ts'
import {inputFields, noUsage} from '../../model/index.ts'
import type {
  AnswerFact,
  CallFact,
  EntryFact,
  EntryKind,
  Facts,
  ReportedTotal,
  ReportFact,
  ResultFact,
  TitleFact,
} from './facts.ts'
import {isEncoded, textOfValue} from './text-of-value.ts'

/** Reads what the archive keeps of a record besides its bytes. Texts are long, and not everybody needs them. */
export function readFacts(line: Line, wish: 'with texts' | 'without texts' = 'with texts'): Facts {
  const said = (entries: readonly EntryFact[]): readonly EntryFact[] => saying(entries, wish === 'with texts')
  if (line.kind === 'unknown') return {...nothing, entries: said([entry('other', textOfValue(line.value))])}
  if (line.kind === 'unreadable') return {...nothing, entries: said([entry('other', line.text)])}
  const {message} = line
  const blocks = blocksOf(message)
  return {
    session: message.session,
    id: message.id,
    // Sidechains of old transcripts name no agent.
    agent: message.agent ?? message.parentCall ?? (message.sidechain ? 'sidechain' : undefined),
    time: message.time,
    model: message.kind === 'assistant' && !message.synthetic ? message.model : undefined,
    cwd: message.cwd,
    gitBranch: message.gitBranch,
    version: message.version,
    opensTurn: turnOpeners.has(message.kind) && !message.sidechain && message.parentCall === undefined,
    entries: said(blocks.length === 0 ? textsOf(message) : [...textsOf(message), ...blocks.map(entryOf)]),
    calls: callsOf(blocks),
    results: resultsOf(blocks),
    answer: answerOf(message),
    report: reportOf(message),
    title: titleOf(message),
  }
}

const nothing: Facts = {
  session: undefined,
  id: undefined,
  agent: undefined,
  time: undefined,
  model: undefined,
  cwd: undefined,
  gitBranch: undefined,
  version: undefined,
  opensTurn: false,
  entries: [],
  calls: [],
  results: [],
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

const entry = (kind: EntryKind, said: string, failed = false, callId?: string): EntryFact => ({
  kind,
  tool: undefined,
  callId,
  failed,
  path: undefined,
  text: said,
})

/** The entries that say anything. */
function saying(entries: readonly EntryFact[], withTexts: boolean): readonly EntryFact[] {
  const kept: EntryFact[] = []
  for (const one of entries) {
    if (!/\S/.test(one.text)) continue
    const {kind, tool, callId, failed, path} = one
    kept.push(withTexts ? one : {kind, tool, callId, failed, path, text: ''})
  }
  return kept.length === 0 ? none : kept
}

const none: readonly never[] = []

/** The blocks of messages that have any: answers, and what stands beside results. */
function blocksOf(message: Message): readonly Block[] {
  if (message.kind === 'assistant') return message.blocks
  if (message.kind === 'tool-result')
    return message.blocks.length === 0 ? message.results : [...message.results, ...message.blocks]
  return none
}

function callsOf(blocks: readonly Block[]): readonly CallFact[] {
  let calls: CallFact[] | undefined
  for (const block of blocks) {
    if (block.type !== 'tool-call') continue
    calls ??= []
    calls.push({id: block.id, tool: block.name})
  }
  return calls ?? none
}

function resultsOf(blocks: readonly Block[]): readonly ResultFact[] {
  let results: ResultFact[] | undefined
  for (const block of blocks) {
    if (block.type !== 'tool-result') continue
    results ??= []
    results.push({callId: block.callId, failed: block.isError})
  }
  return results ?? none
}

function entryOf(block: Block): EntryFact {
  switch (block.type) {
    case 'text':
      return entry('answer', block.text)
    case 'thinking':
      return entry('thinking', block.text)
    case 'tool-call': {
      const path = pathOf(inputFields(block.input))
      const {name: tool, id: callId} = block
      return {kind: 'call', tool, callId, failed: false, path, text: textOfValue(block.input)}
    }
    case 'tool-result':
      return entry('result', textOfBlocks(block.content), block.isError, block.callId)
    default:
      return entry('other', textOfBlocks([block]))
  }
}

/** What a model or a tool said in blocks, without pictures and documents. */
function textOfBlocks(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      switch (block.type) {
        case 'text':
          return isEncoded(block.text) ? '' : block.text
        case 'search-result':
          return `${block.title}\n${block.url}`
        case 'tool-reference':
          return block.name
        case 'unknown':
          return textOfValue(block.value)
        default:
          return ''
      }
    })
    .filter((said) => said !== '')
    .join('\n')
}

const pathOf = (input: JsonObject): string | undefined =>
  text(input, 'file_path') ?? text(input, 'notebook_path') ?? text(input, 'path')

type Texts = {readonly [Kind in MessageKind]?: (message: MessageOf<Kind>) => readonly EntryFact[]}

const outputOf = ({
  stdout,
  stderr,
}: {
  readonly stdout: string
  readonly stderr: string
}): readonly EntryFact[] => [entry('output', [stdout, stderr].filter((said) => said !== '').join('\n'))]

/** Kinds of messages that say something outside of blocks. */
const texts: Texts = {
  prompt: (message) => [entry('prompt', message.text)],
  steering: (message) => [entry('prompt', message.text)],
  memory: (message) => [entry('prompt', message.text)],
  'slash-command': ({name, args, contents}) => [
    entry('command', [name, args, contents].filter(Boolean).join('\n')),
  ],
  'bash-input': ({command}) => [entry('command', command)],
  'command-output': outputOf,
  'bash-output': outputOf,
  'compact-summary': (message) => [entry('summary', message.text)],
  'teammate-message': (message) => [entry('prompt', message.text)],
  'task-notification': ({summary, result}) => [entry('notice', [summary, result].filter(Boolean).join('\n'))],
  recap: (message) => [entry('summary', message.text)],
  notice: (message) => [entry('notice', message.text, message.level === 'error')],
  hook: ({name, stdout, stderr}) => [entry('hook', [name, stdout, stderr].filter(Boolean).join('\n'))],
  result: ({errors, failed}) => [entry('notice', errors.join('\n'), failed)],
  instruction: (message) => [entry('other', message.text)],
  attachment: ({value}) => [entry('other', textOfValue(value))],
}

function textsOf(message: Message): readonly EntryFact[] {
  return tell(message.kind, message)
}

function tell<Kind extends MessageKind>(kind: Kind, message: MessageOf<Kind>): readonly EntryFact[] {
  return texts[kind]?.(message) ?? none
}

function answerOf(message: Message): AnswerFact | undefined {
  if (message.kind === 'partial') return partialAnswerOf(message)
  if (message.kind !== 'assistant' || message.synthetic) return undefined
  // An answer without an id of its own goes by its record's.
  const messageId = message.messageId ?? message.id
  if (messageId === undefined) return undefined
  const wire = object(object(message.record, 'message') ?? {}, 'usage') ?? {}
  return {
    messageId,
    model: message.model,
    usage: message.usage ?? noUsage,
    final: message.usageFinal && !message.aborted,
    streamed: message.dialect !== 'transcript',
    costUsd: message.costUsd,
    webSearches: number(object(wire, 'server_tool_use') ?? {}, 'web_search_requests') ?? 0,
    fast: text(wire, 'speed') === 'fast' || flag(wire, 'fast') === true,
  }
}

/** A stream's partial messages tell when an answer begins, and at its end the only final numbers of it. */
function partialAnswerOf({event, messageId}: MessageOf<'partial'>): AnswerFact | undefined {
  const told = {streamed: true, costUsd: undefined, webSearches: 0, fast: false} as const
  if (event.event === 'message-start' && event.messageId !== '') {
    return {...told, messageId: event.messageId, model: event.model, usage: noUsage, final: false}
  }
  if (event.event !== 'message-delta' || !event.usage) return undefined
  return {...told, messageId, model: undefined, usage: event.usage, final: true}
}

function reportOf(message: Message): ReportFact | undefined {
  if (message.kind === 'result') {
    const {costUsd, totals, sinceLast, usage, record} = message
    return {
      kind: 'result',
      costUsd,
      totals: withSearches(totals, object(record, 'modelUsage')),
      sinceLast: sinceLast && withSearches(sinceLast, object(record, 'model_usage_since_last_result')),
      usage,
    }
  }
  if (message.kind !== 'cost-state') return undefined
  return {
    kind: 'cost-state',
    costUsd: message.costUsd,
    totals: withSearches(message.totals, object(message.record, 'modelUsage')),
    sinceLast: undefined,
    usage: undefined,
  }
}

const withSearches = (
  totals: readonly ModelTotal[],
  byModel: JsonObject | undefined,
): readonly ReportedTotal[] =>
  totals.map((total) => {
    const wire = object(byModel ?? {}, total.model) ?? {}
    return {...total, webSearches: number(wire, 'webSearchRequests') ?? 0}
  })

function titleOf(message: Message): TitleFact | undefined {
  if (message.kind === 'title') return {source: message.source, title: message.title}
  if (message.kind !== 'prompt' || message.sidechain || message.parentCall !== undefined) return undefined
  return message.text.trim() === '' ? undefined : {source: 'prompt', title: message.text.trim().slice(0, 200)}
}
