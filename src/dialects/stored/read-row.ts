import {notBilled} from '../../model/billing.ts'
import {dollars, text} from '../../model/fields.ts'
import type {Block, JsonObject} from '../../model/index.ts'
import type {Reading} from '../shared/make-message.ts'
import {readBlocks} from '../shared/read-blocks.ts'
import {plainText, readUserText} from '../shared/read-user-text.ts'

type ReadRow = (row: JsonObject) => Reading

/** The row types of Chorus's own store, for rows that did not keep the client's message. */
export const rowReaders: ReadonlyMap<string, ReadRow> = new Map<string, ReadRow>([
  ['user', (row) => readUserText(readBlocks(row['content']), plainText)],
  ['assistant', (row) => readAnswer(row, readBlocks(row['content']))],
  ['tool_use', readCall],
  ['tool_result', readResult],
  ['system', (row) => readNote(row, 'info')],
  ['error', (row) => readNote(row, 'error')],
  ['research_progress', (row) => readNote(row, 'info')],
  ['research_result', (row) => readAnswer(row, readBlocks(row['content']))],
])

function readAnswer(row: JsonObject, blocks: readonly Block[]): Reading {
  return {
    kind: 'assistant',
    messageId: undefined,
    model: undefined,
    blocks,
    ...notBilled,
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

function readCall(row: JsonObject): Reading {
  return readAnswer(row, [
    {
      type: 'tool-call',
      id: text(row, 'toolUseId') ?? text(row, 'uuid') ?? '',
      name: text(row, 'toolName') ?? '',
      input: row['toolInput'] ?? {},
      server: false,
    },
  ])
}

function readResult(row: JsonObject): Reading {
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

function readNote(row: JsonObject, level: 'info' | 'error'): Reading {
  return {
    kind: 'notice',
    name: text(row, 'type') ?? '',
    level,
    text: text(row, 'content') ?? '',
    callId: undefined,
  }
}
