import type {BetaContentBlock, BetaRefusalCategory, BetaTextCitation} from './content.ts'
import type {Model, Open} from './primitives.ts'
import type {BetaMessageDeltaUsage, BetaUsage} from './usage.ts'

/** Why the model stopped. */
export type BetaStopReason = Open<
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'compaction'
  | 'refusal'
  | 'model_context_window_exceeded'
>

/** What the API says about a refusal. */
export interface BetaRefusalStopDetails {
  readonly type: 'refusal'
  readonly category: BetaRefusalCategory | null
  readonly explanation: string | null
  readonly fallback_credit_token?: string | null
  readonly fallback_has_prefill_claim?: boolean | null
  readonly recommended_model?: string | null
}

/** The container that code execution ran in. */
export interface BetaContainer {
  readonly id: string
  readonly expires_at: string
  readonly skills?:
    | readonly {readonly skill_id: string; readonly type: string; readonly version: string}[]
    | null
}

/** Old tool results or thinking that the API left out of the context. */
export interface BetaContextManagementResponse {
  readonly applied_edits: readonly {
    readonly type: Open<'clear_tool_uses_20250919' | 'clear_thinking_20251015'>
    readonly cleared_input_tokens: number
    readonly cleared_tool_uses?: number
    readonly cleared_thinking_turns?: number
  }[]
}

/** Why the prompt cache was missed; a null reason means the API was still comparing. */
export interface BetaDiagnostics {
  readonly cache_miss_reason: {
    readonly type: Open<
      | 'model_changed'
      | 'system_changed'
      | 'tools_changed'
      | 'messages_changed'
      | 'previous_message_not_found'
      | 'unavailable'
    >
    readonly cache_missed_input_tokens?: number
  } | null
}

/** A thinking block of the request that the API dropped, or let pass although it did not match. */
export interface BetaInputTransformation {
  readonly type: Open<'thinking_dropped' | 'thinking_mismatch_allowed'>
  readonly path: string
  readonly reason: string
}

/**
 * A message of the API. A stream line carries one block of it, so lines with the same `id` belong
 * together; `stop_reason` is null on nearly all of them. Optional here is what real lines omit.
 */
export interface BetaMessage {
  readonly id: string
  readonly type: 'message'
  readonly role: 'assistant'
  readonly model: Model
  readonly content: readonly BetaContentBlock[]
  readonly stop_reason: BetaStopReason | null
  readonly stop_sequence: string | null
  readonly stop_details?: BetaRefusalStopDetails | null
  readonly usage: BetaUsage
  readonly container?: BetaContainer | null
  readonly context_management?: BetaContextManagementResponse | null
  readonly diagnostics?: BetaDiagnostics | null
  readonly input_transformations?: readonly BetaInputTransformation[] | null
}

/** What a `content_block_delta` adds to its block. */
export type BetaRawContentBlockDelta =
  | {readonly type: 'text_delta'; readonly text: string}
  | {readonly type: 'input_json_delta'; readonly partial_json: string}
  | {readonly type: 'citations_delta'; readonly citation: BetaTextCitation}
  | {readonly type: 'thinking_delta'; readonly thinking: string; readonly estimated_tokens?: number | null}
  | {readonly type: 'signature_delta'; readonly signature: string}
  | {
      readonly type: 'compaction_delta'
      readonly content: string | null
      readonly encrypted_content: string | null
    }

/** A message begins. Its `content` may hold blocks already: the client mutates it before printing. */
export interface BetaRawMessageStartEvent {
  readonly type: 'message_start'
  readonly message: BetaMessage
}

/** The end of a message: why it stopped, and the only final usage on a stream. */
export interface BetaRawMessageDeltaEvent {
  readonly type: 'message_delta'
  readonly delta: {
    readonly stop_reason: BetaStopReason | null
    readonly stop_sequence: string | null
    readonly stop_details?: BetaRefusalStopDetails | null
    readonly container?: BetaContainer | null
  }
  readonly usage: BetaMessageDeltaUsage
  readonly context_management?: BetaContextManagementResponse | null
  readonly input_transformations?: readonly BetaInputTransformation[] | null
}

/** A message is complete. */
export interface BetaRawMessageStopEvent {
  readonly type: 'message_stop'
}

/** A block begins, empty. */
export interface BetaRawContentBlockStartEvent {
  readonly type: 'content_block_start'
  readonly index: number
  readonly content_block: BetaContentBlock
}

/** A piece of a block. */
export interface BetaRawContentBlockDeltaEvent {
  readonly type: 'content_block_delta'
  readonly index: number
  readonly delta: BetaRawContentBlockDelta
}

/** A block is complete; its `assistant` line was printed before this event. */
export interface BetaRawContentBlockStopEvent {
  readonly type: 'content_block_stop'
  readonly index: number
}

/** An event of the Messages API as `stream_event` forwards it; `ping` is not forwarded. */
export type BetaRawMessageStreamEvent =
  | BetaRawMessageStartEvent
  | BetaRawMessageDeltaEvent
  | BetaRawMessageStopEvent
  | BetaRawContentBlockStartEvent
  | BetaRawContentBlockDeltaEvent
  | BetaRawContentBlockStopEvent
