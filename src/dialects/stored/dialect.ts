import {noBilling} from '../../model/billing.ts'
import {asObject, asText, dollars, object, text} from '../../model/fields.ts'
import type {Block, JsonObject, Message, MessageBase} from '../../model/index.ts'
import type {Dialect} from '../dialect.ts'
import {dialectByShape} from '../dialect.ts'
import type {MessageContent} from '../shared/make-message.ts'
import {makeMessage, makeNotice} from '../shared/make-message.ts'
import {readBlocks} from '../shared/read-blocks.ts'
import {readTime} from '../shared/read-time.ts'
import {noFlags, readUserText} from '../shared/read-user-text.ts'
import {streamJson} from '../stream-json/dialect.ts'

/** Chorus stores: an envelope around a stream message, or rows of its own. */
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

/** Chorus wrote all words of a turn into one row, and kept of the turn's answers only the last beside them. */
function withRowText(message: Message, row: JsonObject): Message {
  if (message.kind !== 'assistant' || row['type'] !== 'assistant') return message
  const others = message.blocks.filter((block) => block.type !== 'text')
  return {...message, blocks: [...others, ...readBlocks(row['content'])]}
}

function storedEnvelope(record: JsonObject, kept: MessageBase | undefined): MessageBase {
  return {
    dialect: 'stored',
    type: kept?.type ?? text(record, 'type') ?? '',
    // A line that names none belongs to the session of the lines before it; `conversationOf` names those that have none.
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

/** The row types of Chorus's own store, for rows that did not keep the client's message. */
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

function readAssistantRow(row: JsonObject, blocks: readonly Block[]): MessageContent {
  return {
    kind: 'assistant',
    responseId: undefined,
    model: undefined,
    blocks,
    ...noBilling,
    usageFinal: false,
    stopReason: undefined,
    requestId: undefined,
    synthetic: false,
    error: undefined,
    aborted: false,
    costUsd: dollars(row, 'costUsd'),
    agentType: undefined,
  }
}

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

function readToolResultRow(row: JsonObject): MessageContent {
  const result = {
    type: 'tool-result',
    callId: text(row, 'toolUseId') ?? '',
    content: readBlocks(row['content']),
    isError: row['isToolError'] === true,
    server: false,
    structured: undefined,
    denial: undefined,
    decision: undefined,
  } as const
  return {kind: 'tool-result', results: [result], blocks: [], endsTurn: false}
}

const readNoticeRow = (row: JsonObject, level: 'info' | 'error'): MessageContent =>
  makeNotice(text(row, 'type') ?? '', level, text(row, 'content') ?? '')
