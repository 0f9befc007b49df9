import {judgeResult, type Verdict} from '../../conversation/fold/judge-result.ts'
import {object, text} from '../../model/fields.ts'
import {
  type Block,
  type InstructionSource,
  inputFields,
  type JsonObject,
  type JsonValue,
  type Line,
  type Message,
  type MessageKind,
  type MessageOf,
  type ToolResultBlock,
} from '../../model/index.ts'
import type {SearchKind} from '../query/index.ts'

/** One thing that was said or done, with the text that it is found by. A record may have several. */
export interface SearchEntry {
  readonly kind: SearchKind
  readonly tool: string | undefined
  readonly callId: string | undefined
  readonly failed: boolean
  /** The file that a call is about. */
  readonly path: string | undefined
  readonly text: string
}

/** Reads what can be found of a record; entries without text are left out. */
export const readSearchEntries = (line: Line): readonly SearchEntry[] =>
  readAllEntries(line).filter((entry) => /\S/.test(entry.text))

function readAllEntries(line: Line): readonly SearchEntry[] {
  if (line.kind === 'unknown') return [newEntry('other', textOfValue(line.value))]
  if (line.kind === 'unreadable') return [newEntry('other', line.text)]
  const {message} = line
  const own = readText(message.kind, message)
  const blocks = messageBlocks(message).map(readBlockEntry)
  return own ? [own, ...blocks] : blocks
}

/** An entry that is not a call. */
export const newEntry = (kind: SearchKind, said: string, failed = false, callId?: string): SearchEntry => ({
  kind,
  tool: undefined,
  callId,
  failed,
  path: undefined,
  text: said,
})

function readBlockEntry(block: Block): SearchEntry {
  switch (block.type) {
    case 'text':
      return newEntry('answer', block.text)
    case 'thinking':
      return newEntry('thinking', block.text)
    case 'tool-call': {
      const path = calledPath(inputFields(block.input))
      const {name: tool, id: callId} = block
      return {kind: 'call', tool, callId, failed: false, path, text: textOfValue(block.input)}
    }
    case 'tool-result':
      return newEntry('result', textOfBlocks(block.content), resultState(block) === 'failed', block.callId)
    default:
      return newEntry('other', textOfBlock(block))
  }
}

const joinLines = (...texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join('\n')

const textOfBlocks = (blocks: readonly Block[]): string => joinLines(...blocks.map(textOfBlock))

/** The text of a block. Images and documents have none. */
function textOfBlock(block: Block): string {
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
}

/** The file that a call is about. */
export const calledPath = (input: JsonObject): string | undefined =>
  text(input, 'file_path') ?? text(input, 'notebook_path') ?? text(input, 'path')

/** Instructions of the client itself. Those of hooks and editors say something of the project. */
const clientInstructions: ReadonlySet<InstructionSource> = new Set<InstructionSource>([
  'caveat',
  'client',
  'command',
  'reminder',
  'skill',
])

/**
 * Attachments with something of the project in them. All others are the client's own text for the model: prompts,
 * listings of skills, agents and tools, reminders. In 2.1.325 they are the larger part of a short transcript.
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

/** A notification as it was written: the text is between its tags, whose names are kept. */
function notificationText({record, summary, result}: MessageOf<'task-notification'>): string {
  const said =
    object(record, 'message')?.['content'] ?? object(record, 'attachment')?.['prompt'] ?? record['content']
  return said === undefined ? joinLines(summary, result) : textOfValue(said)
}

/** Kinds of messages that have text outside of blocks. */
const textReaders: {readonly [Kind in MessageKind]?: (message: MessageOf<Kind>) => SearchEntry} = {
  prompt: (message) => newEntry('prompt', message.text),
  steering: (message) => newEntry('prompt', message.text),
  memory: (message) => newEntry('prompt', message.text),
  'slash-command': ({name, args, contents}) => newEntry('command', joinLines(name, args, contents)),
  'bash-input': ({command}) => newEntry('command', command),
  'command-output': ({stdout, stderr}) => newEntry('output', joinLines(stdout, stderr)),
  'bash-output': ({stdout, stderr}) => newEntry('output', joinLines(stdout, stderr)),
  'compact-summary': (message) => newEntry('summary', message.text),
  'teammate-message': (message) => newEntry('prompt', message.text),
  'task-notification': (message) => newEntry('notice', notificationText(message)),
  recap: (message) => newEntry('summary', message.text),
  notice: (message) => newEntry('notice', message.text, message.level === 'error'),
  hook: ({name, stdout, stderr}) => newEntry('hook', joinLines(name, stdout, stderr)),
  result: ({errors, failed}) => newEntry('notice', errors.join('\n'), failed),
  instruction: (message) =>
    newEntry(clientInstructions.has(message.source) ? 'system' : 'other', message.text),
  attachment: ({name, value}) => newEntry(contentNames.has(name) ? 'other' : 'system', textOfValue(value)),
}

const readText = <Kind extends MessageKind>(kind: Kind, message: MessageOf<Kind>): SearchEntry | undefined =>
  textReaders[kind]?.(message)

/** All texts in a value, by lines, without the names of fields and encoded data. It does not recurse, so any depth is fine. */
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

/** Whether a text is base64 or the like: it begins with 2,000 characters of such data. */
export const isEncoded = (text: string): boolean => text.length > 2000 && /^[\w+/=-]{2000}/.test(text)

/** How a call ended, by its result alone. The result of a denied or interrupted call is an error, but nothing failed. */
export const resultState = (result: ToolResultBlock): Verdict['state'] => judgeResult(result, false).state

/** The blocks of messages that have any: responses, and results with the blocks next to them. */
export function messageBlocks(message: Message): readonly Block[] {
  if (message.kind === 'assistant') return message.blocks
  if (message.kind !== 'tool-result') return none
  return message.blocks.length === 0 ? message.results : [...message.results, ...message.blocks]
}

const none: readonly never[] = []
