import type {JsonValue} from './json.ts'
import type {Message} from './message.ts'
import type {Position} from './position.ts'

/** Why a record could not be read. */
export interface UnreadableReasons {
  /** Not JSON, and nothing that looks like a piece of it. */
  'not-json': true
  /** JSON that breaks off: a torn write or a cut file. */
  truncated: true
  /** Bytes that are not text at all. */
  binary: true
  /** Longer than a JavaScript string can be. */
  'too-long': true
}

export type UnreadableReason = keyof UnreadableReasons

interface LineBase {
  readonly at: Position
  /** The record's own text, exactly as it stood (invalid UTF-8 shows as U+FFFD; the bytes are at `at`). */
  readonly text: string
}

export interface MessageLine extends LineBase {
  readonly kind: 'message'
  readonly message: Message
}

/** Valid JSON that no dialect names: a type released tomorrow, or somebody else's record. */
export interface UnknownLine extends LineBase {
  readonly kind: 'unknown'
  readonly value: JsonValue
  /** The wire type, or what the value is when it has none. */
  readonly type: string
}

export interface UnreadableLine extends LineBase {
  readonly kind: 'unreadable'
  readonly reason: UnreadableReason
}

/** One record read: nothing that was in a file is ever less than one of these. */
export type Line = MessageLine | UnknownLine | UnreadableLine
