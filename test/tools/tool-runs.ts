import {readRecord} from '../../src/dialects/index.ts'
import type {JsonValue, ToolResult, ToolRun} from '../../src/model/index.ts'

const callId = 'toolu_sample'
const noResult: ToolResult = {content: [], isError: false, structured: undefined}

/** A call in any state. */
export function runOf(name: string, state: ToolRun['state'], input: JsonValue, result = noResult): ToolRun {
  const base = {
    id: callId,
    name,
    input,
    server: false,
    responseId: undefined,
    agent: undefined,
    startedAt: undefined,
    background: undefined,
    copied: false,
  }
  switch (state) {
    case 'pending':
    case 'running':
      return {...base, state}
    case 'orphaned':
      return {...base, state, waitedMs: undefined}
    case 'interrupted':
      return {...base, state, by: 'user', result, endedAt: undefined}
    default:
      return {...base, state, result, endedAt: undefined}
  }
}

/** Reads a result as the dialect of streams does, so its blocks are those of a real one. */
export function readResult(content: JsonValue, structured: JsonValue | undefined): ToolResult {
  const block = {type: 'tool_result', tool_use_id: callId, content}
  const message = readRecord({type: 'user', message: {content: [block]}, tool_use_result: structured})
  const [result] = message?.kind === 'tool-result' ? message.results : []
  return result ?? {...noResult, structured}
}
