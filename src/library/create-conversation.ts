import {type SessionEvent, toSessionEvent} from '../conversation/document/session-event.ts'
import {Conversation} from '../conversation/index.ts'
import {readLines} from '../dialects/index.ts'
import type {Line} from '../model/index.ts'
import {type LoadedSession, viewConversation} from './loaded-session.ts'

/** A conversation that you feed yourself, for example with the output of a running client. */
export interface ConversationInput {
  /** Adds the next part of a stream or a transcript, of any size. Returns the changes. */
  write(chunk: string | Uint8Array): readonly SessionEvent[]
  /** Adds one parsed record, such as a message of the SDK. Not after a part that ends within a line. Returns the changes. */
  add(record: object): readonly SessionEvent[]
  /** The input has ended: calls without a result are closed, and the outcome is known. */
  end(): readonly SessionEvent[]
  /** Everything so far. */
  snapshot(): LoadedSession
  /** What the renderers read. Give them the whole object: `renderHtml(input)` of `recount/html`. */
  readonly conversation: Conversation
}

/**
 * Starts an empty conversation. It reads no file; records without a time get the time of their arrival.
 *
 * @example
 * import {createConversation} from 'recount'
 *
 * const conversation = createConversation()
 * for await (const chunk of process.stdin)
 *   for (const event of conversation.write(chunk)) if (event.type === 'tool-call') console.log(event.toolCall.name)
 * conversation.end()
 * console.log(conversation.snapshot().costUsd)
 */
export function createConversation(): ConversationInput {
  const conversation = new Conversation()
  const reader = readLines(source)
  const encoder = new TextEncoder()
  const fold = (lines: readonly Line[]): readonly SessionEvent[] =>
    lines.flatMap((line) =>
      conversation.add(line, Date.now()).flatMap((change) => toSessionEvent(change) ?? []),
    )
  const write = (chunk: string | Uint8Array): readonly SessionEvent[] =>
    fold(reader.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk))
  return {
    write,
    add: (record) => write(`${JSON.stringify(record)}\n`),
    end: () => [
      ...fold(reader.end()),
      ...conversation.end(source).flatMap((change) => toSessionEvent(change) ?? []),
    ],
    snapshot: () => viewConversation(conversation),
    conversation,
  }
}

/** The source of its lines. */
const source = '-'
