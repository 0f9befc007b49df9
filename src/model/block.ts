import type {Instant} from './instant.ts'
import {isJsonObject, type JsonObject, type JsonValue} from './json.ts'

/** Where the bytes of an image or document are. */
export type MediaSource =
  | {readonly kind: 'base64'; readonly mediaType: string; readonly data: string}
  | {readonly kind: 'url'; readonly url: string}
  | {readonly kind: 'file'; readonly fileId: string}
  | {readonly kind: 'text'; readonly mediaType: string; readonly text: string}
  | {readonly kind: 'unknown'; readonly value: JsonValue}

export interface TextBlock {
  readonly type: 'text'
  readonly text: string
}

export interface ThinkingBlock {
  readonly type: 'thinking'
  /** Empty when the provider redacted it or left it out of the file; `signature` then shows that it existed. */
  readonly text: string
  readonly redacted: boolean
  readonly signature: string | undefined
}

export interface ToolCallBlock {
  readonly type: 'tool-call'
  readonly id: string
  readonly name: string
  /** The input as the client printed it, which may differ from the model's own bytes. */
  readonly input: JsonValue
  /** Run by the provider (web search, code execution) or by a remote MCP server, not by the client. */
  readonly server: boolean
  /** When it was called, if that differs from the time of its message. */
  readonly time?: Instant
}

export interface ToolResultBlock {
  readonly type: 'tool-result'
  readonly callId: string
  readonly content: readonly Block[]
  readonly isError: boolean
  readonly server: boolean
  /** The tool's structured output (`toolUseResult`), of any shape; a string on errors. */
  readonly structured: JsonValue | undefined
  /** Why the call was not run, in the client's words (`user-rejected`, `permission-rule`, …). */
  readonly denial: string | undefined
  /** The decision of the permission check, if the client reports it. */
  readonly decision: 'accept' | 'reject' | undefined
  /** When it arrived, if that differs from the time of its message. */
  readonly time?: Instant
}

export interface ImageBlock {
  readonly type: 'image'
  readonly source: MediaSource
}

export interface DocumentBlock {
  readonly type: 'document'
  readonly title: string | undefined
  readonly source: MediaSource
}

export interface SearchResultBlock {
  readonly type: 'search-result'
  readonly title: string
  readonly url: string
  readonly content: readonly Block[]
}

export interface ToolReferenceBlock {
  readonly type: 'tool-reference'
  readonly name: string
}

/** A block of an unknown type, shown as it is. */
export interface UnknownBlock {
  readonly type: 'unknown'
  readonly wireType: string
  readonly value: JsonValue
}

/** Every block type; `Block` is derived from it, so a new one must be handled wherever all are. */
export interface BlockMap {
  text: TextBlock
  thinking: ThinkingBlock
  'tool-call': ToolCallBlock
  'tool-result': ToolResultBlock
  image: ImageBlock
  document: DocumentBlock
  'search-result': SearchResultBlock
  'tool-reference': ToolReferenceBlock
  unknown: UnknownBlock
}

export type BlockType = keyof BlockMap

/** One block of a message's content. */
export type Block = BlockMap[BlockType]

/** The input of a call as an object; anything else (a string, an array) counts as an object without fields. */
export function inputFields(input: JsonValue): JsonObject {
  return isJsonObject(input) ? input : {}
}
