import type {Change, FoldOptions} from '../../../src/conversation/index.ts'
import {Conversation} from '../../../src/conversation/index.ts'
import {readLines} from '../../../src/dialects/index.ts'

/** A conversation that is given record by record, for statements about single rules of the fold. */
export interface TestConversation {
  readonly state: Conversation
  /** Folds records, each at `time` if that is given; gives the changes. */
  add(records: readonly object[], time?: number): readonly Change[]
  end(): readonly Change[]
  document(): ReturnType<Conversation['document']>
  /** The state of each run, by its id. */
  states(): Readonly<Record<string, string>>
}

/** Begins a conversation from one source. */
export function testConversation(options: Partial<FoldOptions> = {}, source = 'test'): TestConversation {
  const state = new Conversation(options)
  const reader = readLines(source)
  return {
    state,
    add(records, time) {
      const bytes = new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
      return reader.push(bytes).flatMap((line) => state.add(line, time))
    },
    end: () => state.end(source),
    document: () => state.document(),
    states: () =>
      Object.fromEntries(
        [...state.sessions.values()]
          .flatMap(({runs}) => [...runs.values()])
          .map((run) => [run.id, run.state]),
      ),
  }
}

const session_id = 's'

/** A stream's assistant line with the given blocks. */
export const assistantResponse = (id: string, ...content: readonly object[]) => ({
  type: 'assistant',
  session_id,
  parent_tool_use_id: null,
  message: {id, role: 'assistant', model: 'claude', content},
})

/** The same inside the agent that a call started. */
export const agentResponse = (call: string, id: string, ...content: readonly object[]) => ({
  ...assistantResponse(id, ...content),
  parent_tool_use_id: call,
})

export const textBlock = (said: string) => ({type: 'text', text: said})

export const toolUse = (id: string, name = 'Bash', input: object = {}) => ({
  type: 'tool_use',
  id,
  name,
  input,
})

/** A stream's user line with one result. */
export const toolResult = (id: string, content: unknown = 'ok', isError = false) => ({
  type: 'user',
  session_id,
  parent_tool_use_id: null,
  message: {role: 'user', content: [{type: 'tool_result', tool_use_id: id, content, is_error: isError}]},
})

export const promptRecord = (said: string, more: object = {}) => ({
  type: 'user',
  session_id,
  parent_tool_use_id: null,
  message: {role: 'user', content: said},
  ...more,
})

export const resultRecord = (more: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  session_id,
  ...more,
})

export const streamEvent = (inner: object) => ({
  type: 'stream_event',
  session_id,
  parent_tool_use_id: null,
  event: inner,
})

/** A transcript's line; its graph is given by hand. */
export const transcriptRecord = (
  type: string,
  uuid: string,
  parentUuid: string | null,
  more: object = {},
) => ({
  type,
  uuid,
  parentUuid,
  isSidechain: false,
  sessionId: 's',
  timestamp: '2026-01-01T00:00:00.000Z',
  ...more,
})
