import type {BetaContentBlock, BetaTextBlock} from './content.ts'
import type {Open, SdkJsonObject} from './primitives.ts'

/** Asks the API to cache everything up to this block. */
export interface BetaCacheControlEphemeral {
  readonly type: 'ephemeral'
  readonly ttl?: '5m' | '1h'
}

/** Any block sent to the API may carry a cache breakpoint. */
interface Cacheable {
  readonly cache_control?: BetaCacheControlEphemeral | null
}

/** Text sent to the model. */
export interface BetaTextBlockParam extends BetaTextBlock, Cacheable {}

/** The source of an image. */
export type BetaImageSource =
  | {
      readonly type: 'base64'
      readonly media_type: Open<'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'>
      readonly data: string
    }
  | {readonly type: 'url'; readonly url: string}
  | {readonly type: 'file'; readonly file_id: string}

/** An image: pasted, attached, read from a file or returned by a tool. */
export interface BetaImageBlockParam extends Cacheable {
  readonly type: 'image'
  readonly source: BetaImageSource
  readonly transformations?: {readonly oversized_image?: 'downsize' | 'error'} | null
}

/** The source of a document. */
export type BetaDocumentSource =
  | {readonly type: 'base64'; readonly media_type: Open<'application/pdf'>; readonly data: string}
  | {readonly type: 'text'; readonly media_type: Open<'text/plain'>; readonly data: string}
  | {
      readonly type: 'content'
      readonly content: string | readonly (BetaTextBlockParam | BetaImageBlockParam)[]
    }
  | {readonly type: 'url'; readonly url: string}
  | {readonly type: 'file'; readonly file_id: string}

/** A document, mostly a PDF; the Read tool sends one as a block of a `user` line. */
export interface BetaRequestDocumentBlock extends Cacheable {
  readonly type: 'document'
  readonly source: BetaDocumentSource
  readonly title?: string | null
  readonly context?: string | null
  readonly citations?: {readonly enabled?: boolean} | null
}

/** A search hit that the model can cite. */
export interface BetaSearchResultBlockParam extends Cacheable {
  readonly type: 'search_result'
  readonly source: string
  readonly title: string
  readonly content: readonly BetaTextBlockParam[]
  readonly citations?: {readonly enabled?: boolean}
}

/** Names a deferred tool that a tool search loaded. */
export interface BetaToolReferenceBlockParam extends Cacheable {
  readonly type: 'tool_reference'
  readonly tool_name: string
}

/** The open tabs after a browser action. */
export interface BetaBrowserStateBlockParam extends Cacheable {
  readonly type: 'browser_state'
  readonly tabs: readonly SdkJsonObject[]
  readonly state_changes?: readonly SdkJsonObject[] | null
}

/** One part of a tool's result. */
export type BetaToolResultContentBlockParam =
  | BetaTextBlockParam
  | BetaImageBlockParam
  | BetaRequestDocumentBlock
  | BetaSearchResultBlockParam
  | BetaToolReferenceBlockParam
  | BetaBrowserStateBlockParam

/** The result of a tool. `content` is a string or an array, and may be missing; an absent `is_error` means success. */
export interface BetaToolResultBlockParam extends Cacheable {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content?: string | readonly BetaToolResultContentBlockParam[]
  readonly is_error?: boolean
  readonly toolset_name?: string | null
}

/** Everything a user message may contain, replayed assistant blocks included. */
export type BetaContentBlockParam =
  | BetaToolResultContentBlockParam
  | BetaToolResultBlockParam
  | (Exclude<BetaContentBlock, BetaTextBlock> & Cacheable)

/** A message sent to the model: a prompt, or the results of the tools it called. */
export interface MessageParam {
  readonly role: Open<'user' | 'assistant'>
  readonly content: string | readonly BetaContentBlockParam[]
}
