import type {JsonObject, JsonValue} from '../../../src/model/index.ts'
import type {AttackText} from './attack-texts.ts'

/** A transcript that is being written. */
export interface HostileTranscript {
  readonly lines: readonly string[]
  /** A record with a place in the graph. */
  add(record: JsonObject): string
  /** A record as it is. */
  raw(record: JsonObject): void
  user(content: JsonValue, more?: JsonObject): void
  assistant(blocks: readonly JsonObject[], more?: JsonObject): void
  result(call: string, content: JsonValue, structured?: JsonValue, isError?: boolean): void
}

/** An id in the form of the client's. */
export const hostileId = (round: number, number: number): string =>
  `${String(round).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/** Begins the transcript of a session, or of one of its agents. */
export function hostileTranscript(
  session: string,
  round: number,
  x: AttackText,
  agentId?: string,
): HostileTranscript {
  const lines: string[] = []
  const start = Date.parse('2026-11-15T21:00:00.000Z')
  let parent: string | null = null
  let answers = 0
  const common = {
    isSidechain: agentId !== undefined,
    ...(agentId === undefined ? {} : {agentId}),
    userType: 'external',
    entrypoint: x(),
    sessionId: session,
  }
  // What is on every line is shown once; on all of them it would be most of the file.
  const y = (plain: string): string => (lines.length < 20 || lines.length % 100 === 0 ? x() : plain)
  const raw = (record: JsonObject): void => {
    lines.push(JSON.stringify(record))
  }
  const add = (record: JsonObject): string => {
    const uuid = hostileId(round, (agentId === undefined ? 0x1000 : 0x90000) + lines.length)
    const timestamp = new Date(start + round * 3_600_000 + lines.length * 1000).toISOString()
    const place = {cwd: y('/home/dev/demo'), gitBranch: y('main'), version: y('2.1.325')}
    raw({parentUuid: parent, ...common, ...place, uuid, timestamp, ...record})
    parent = uuid
    return uuid
  }
  return {
    lines,
    add,
    raw,
    user: (content, more = {}) => void add({type: 'user', message: {role: 'user', content}, ...more}),
    assistant: (blocks, more = {}) => {
      const id = `msg_${round}_${agentId ?? ''}${answers++}`
      const usage = {
        input_tokens: 1,
        output_tokens: 2,
        cache_read_input_tokens: 3,
        cache_creation_input_tokens: 4,
      }
      for (const block of blocks) {
        const message = {
          model: y('claude-opus-5-5'),
          id,
          type: 'message',
          role: 'assistant',
          content: [block],
          stop_reason: y('tool_use'),
          usage,
        }
        add({type: 'assistant', requestId: y('req_1'), message, ...more})
      }
    },
    result: (call, content, structured, isError = false) =>
      void add({
        type: 'user',
        message: {
          role: 'user',
          content: [{type: 'tool_result', tool_use_id: call, content, is_error: isError}],
        },
        ...(structured === undefined ? {} : {toolUseResult: structured}),
      }),
  }
}
