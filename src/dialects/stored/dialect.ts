import {asObject, asText, dollars, object, text} from '../../model/fields.ts'
import type {Block, JsonObject, Message, MessageBase} from '../../model/index.ts'
import {type Dialect, dialectByShape} from '../dialect.ts'
import type {MessageContent} from '../shared/make-message.ts'
import {bareResponse, makeMessage, makeNotice, makeToolResult} from '../shared/make-message.ts'
import {readBlocks} from '../shared/read-blocks.ts'
import {readTime} from '../shared/read-time.ts'
import {noFlags, readUserText} from '../shared/read-user-text.ts'
import {streamJson} from '../stream-json/dialect.ts'

/** Chorus stores: an envelope around a stream message, or rows without one. */
export const stored: Dialect = {
  name: 'stored',
  recognizes(record) {
    if (asObject(record.claudeMessage)) return true
    return rowReaders.has(asText(record.type) ?? '') && dialectByShape(record) === 'stored'
  },
  read(record) {
    const kept = object(record, 'claudeMessage')
    if (kept) {
      const message = streamJson.read(kept)
      return message && Object.assign({}, withRowText(message, record), storedEnvelope(record, message))
    }
    const reading = rowReaders.get(text(record, 'type') ?? '')?.(record)
    return reading && makeMessage(storedEnvelope(record, undefined), reading)
  },
}

/** Chorus wrote the text of a turn into one row, but stored only the last of the turn's responses. */
function withRowText(message: Message, row: JsonObject): Message {
  if (message.kind !== 'assistant' || row['type'] !== 'assistant') return message
  const others = message.blocks.filter((block) => block.type !== 'text')
  return {...message, blocks: [...others, ...readBlocks(row['content'])]}
}

function storedEnvelope(record: JsonObject, kept: MessageBase | undefined): MessageBase {
  return {
    dialect: 'stored',
    type: kept?.type ?? text(record, 'type') ?? '',
    // A line without one belongs to the session of the lines before it; if none has one, `conversationOf` is used.
    session: kept?.session ?? text(record, 'sessionId'),
    id: kept?.id ?? text(record, 'id') ?? text(record, 'uuid'),
    parent: undefined,
    logicalParent: undefined,
    time: kept?.time ?? readTime(record['timestamp']),
    sidechain: false,
    agent: kept?.agent,
    parentCall: kept?.parentCall,
    version: kept?.version,
    cwd: kept?.cwd,
    gitBranch: undefined,
    entrypoint: undefined,
    record,
  }
}

type ReadRow = (row: JsonObject) => MessageContent

const readAssistantRow = (row: JsonObject, blocks: readonly Block[]): MessageContent => ({
  ...bareResponse,
  blocks,
  costUsd: dollars(row, 'costUsd'),
})

function readToolUseRow(row: JsonObject): MessageContent {
  return readAssistantRow(row, [
    {
      type: 'tool-call',
      id: text(row, 'toolUseId') ?? text(row, 'uuid') ?? '',
      name: text(row, 'toolName') ?? '',
      input: row['toolInput'] ?? {},
      server: false,
    },
  ])
}

const readToolResultRow = (row: JsonObject): MessageContent =>
  makeToolResult({
    callId: text(row, 'toolUseId') ?? '',
    content: readBlocks(row['content']),
    isError: row['isToolError'] === true,
  })

const readNoticeRow = (row: JsonObject, level: 'info' | 'error'): MessageContent =>
  makeNotice(text(row, 'type') ?? '', level, text(row, 'content') ?? '')

/** The row types of Chorus, for rows without the client's message. */
const rowReaders: ReadonlyMap<string, ReadRow> = new Map<string, ReadRow>([
  ['user', (row) => readUserText(readBlocks(row['content']), noFlags)],
  ['assistant', (row) => readAssistantRow(row, readBlocks(row['content']))],
  ['tool_use', readToolUseRow],
  ['tool_result', readToolResultRow],
  ['system', (row) => readNoticeRow(row, 'info')],
  ['error', (row) => readNoticeRow(row, 'error')],
  ['research_progress', (row) => readNoticeRow(row, 'info')],
  ['research_result', (row) => readAssistantRow(row, readBlocks(row['content']))],
])
