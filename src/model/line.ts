import {text} from './fields.ts'
import type {Instant} from './instant.ts'
import type {JsonValue} from './json.ts'
import type {Message} from './message.ts'

/** Where a record was read: enough to find its bytes again. */
export interface Position {
  /** The file, `-` for standard input, or any name the source chose. */
  readonly source: string
  /** Line number, from 1. */
  readonly line: number
  /** Which record of that line, from 0: writers may join several on a line, and one may contain another. */
  readonly record: number
  /** Byte offset of the start of the line in its source. */
  readonly offset: number
}

/** Why a record could not be read. */
export interface UnreadableReasons {
  /** Not JSON, and not the beginning of JSON. */
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
  /** The record's text, unchanged (invalid UTF-8 becomes U+FFFD; the bytes are at `at`). */
  readonly text: string
}

export interface MessageLine extends LineBase {
  readonly kind: 'message'
  readonly message: Message
}

/** Valid JSON of a type that no dialect has: a future type, or another program's record. */
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

/** One record, readable or not. Every record of a file is one of these. */
export type Line = MessageLine | UnknownLine | UnreadableLine

/** The conversation of a store that a line is in. It is used as the session if none of the store's lines names one. */
export const conversationOf = (line: Line): string | undefined =>
  line.kind === 'message' && line.message.dialect === 'stored'
    ? text(line.message.record, 'conversationId')
    : undefined

/** When a line was written, if it says so. */
export const timeOf = (line: Line | undefined): Instant | undefined =>
  line?.kind === 'message' ? line.message.time : undefined
