import type {Verdict} from '../../conversation/fold/judge-result.ts'
import {judgeResult} from '../../conversation/fold/judge-result.ts'
import {object, text} from '../../model/fields.ts'
import type {
  Block,
  InstructionSource,
  JsonObject,
  JsonValue,
  Line,
  Message,
  MessageKind,
  MessageOf,
  ToolResultBlock,
} from '../../model/index.ts'
import {inputFields} from '../../model/index.ts'
import type {SearchEntry, SearchKind} from './facts.ts'

/** Reads what a record says and does, with the texts by which it can be found. What says nothing is left out. */
export function readSearchEntries(line: Line): readonly SearchEntry[] {
  return entriesOf(line).filter(({text: said}) => /\S/.test(said))
}

function entriesOf(line: Line): readonly SearchEntry[] {
  if (line.kind === 'unknown') return [entry('other', textOfValue(line.value))]
  if (line.kind === 'unreadable') return [entry('other', line.text)]
  const {message} = line
  const blocks = messageBlocks(message)
  return blocks.length === 0 ? textsOf(message) : [...textsOf(message), ...blocks.map(entryOf)]
}

const entry = (kind: SearchKind, said: string, failed = false, callId?: string): SearchEntry => ({
  kind,
  tool: undefined,
  callId,
  failed,
  path: undefined,
  text: said,
})

function entryOf(block: Block): SearchEntry {
  switch (block.type) {
    case 'text':
      return entry('answer', block.text)
    case 'thinking':
      return entry('thinking', block.text)
    case 'tool-call': {
      const path = calledPath(inputFields(block.input))
      const {name: tool, id: callId} = block
      return {kind: 'call', tool, callId, failed: false, path, text: textOfValue(block.input)}
    }
    case 'tool-result':
      return entry('result', textOfBlocks(block.content), resultState(block) === 'failed', block.callId)
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

/** The file that a call is about. */
export const calledPath = (input: JsonObject): string | undefined =>
  text(input, 'file_path') ?? text(input, 'notebook_path') ?? text(input, 'path')

type Texts = {readonly [Kind in MessageKind]?: (message: MessageOf<Kind>) => readonly SearchEntry[]}

const outputOf = ({
  stdout,
  stderr,
}: {
  readonly stdout: string
  readonly stderr: string
}): readonly SearchEntry[] => [entry('output', [stdout, stderr].filter((said) => said !== '').join('\n'))]

/** Instructions in which the client speaks; hooks and editors have something to say of the project. */
const ownInstructions: ReadonlySet<InstructionSource> = new Set<InstructionSource>([
  'caveat',
  'client',
  'command',
  'reminder',
  'skill',
])

/**
 * Attachments with something of the project in them. All others are the client's own text for the model: prompts,
 * listings of skills, agents and tools, reminders. In 2.1.325 these are the larger part of a short transcript.
 */
const contentNames: ReadonlySet<string> = new Set([
  'already_read_file',
  'compact_file_reference',
  'diagnostics',
  'directory',
  'document',
  'edited_image_file',
  'edited_text_file',
  'file',
  'goal_status',
  'image',
  'mcp_resource',
  'nested_memory',
  'opened_file_in_ide',
  'pdf_reference',
  'plan_file_reference',
  'queued_command',
  'relevant_memories',
  'selected_lines_in_ide',
  'structured_output',
  'task_status',
  'teammate_mailbox',
  'text',
  'todo',
])

/** A notification as it was written, with the names of its tags: what it says is between them. */
function notificationText({record, summary, result}: MessageOf<'task-notification'>): string {
  const said =
    object(record, 'message')?.['content'] ?? object(record, 'attachment')?.['prompt'] ?? record['content']
  return said === undefined ? [summary, result].filter(Boolean).join('\n') : textOfValue(said)
}

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
  'task-notification': (message) => [entry('notice', notificationText(message))],
  recap: (message) => [entry('summary', message.text)],
  notice: (message) => [entry('notice', message.text, message.level === 'error')],
  hook: ({name, stdout, stderr}) => [entry('hook', [name, stdout, stderr].filter(Boolean).join('\n'))],
  result: ({errors, failed}) => [entry('notice', errors.join('\n'), failed)],
  instruction: ({source, text: said}) => [entry(ownInstructions.has(source) ? 'system' : 'other', said)],
  attachment: ({name, value}) => [entry(contentNames.has(name) ? 'other' : 'system', textOfValue(value))],
}

function textsOf(message: Message): readonly SearchEntry[] {
  return readTextsOf(message.kind, message)
}

function readTextsOf<Kind extends MessageKind>(kind: Kind, message: MessageOf<Kind>): readonly SearchEntry[] {
  return texts[kind]?.(message) ?? []
}

/** A text of this length without a space is data, not words. */
const maxWordLength = 2000

/** Every text in a value, by lines; names of fields are left out, and so is what is encoded. Any depth is walked without the stack. */
function textOfValue(value: JsonValue | undefined): string {
  const texts: string[] = []
  const open: (JsonValue | undefined)[] = [value]
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      if (!isEncoded(next)) texts.push(next)
    } else if (typeof next === 'number') texts.push(String(next))
    else if (typeof next === 'object' && next !== null) {
      const inner = Object.values(next)
      for (let at = inner.length - 1; at >= 0; at -= 1) open.push(inner[at])
    }
  }
  return texts.join('\n')
}

/** Tells base64 and the like from words. */
export function isEncoded(text: string): boolean {
  return text.length > maxWordLength && /^[\w+/=-]{2000}/.test(text)
}

/** How a call ended by its result alone. One that was refused or stopped has an error for a result, but nothing failed. */
export const resultState = (result: ToolResultBlock): Verdict['state'] => judgeResult(result, false).state

/** The blocks of messages that have any: answers, and what stands beside results. */
export function messageBlocks(message: Message): readonly Block[] {
  if (message.kind === 'assistant') return message.blocks
  if (message.kind !== 'tool-result') return none
  return message.blocks.length === 0 ? message.results : [...message.results, ...message.blocks]
}

const none: readonly never[] = []
