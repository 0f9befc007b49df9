import type {Model, Open} from './primitives.ts'

/** Tokens written to the prompt cache, by lifetime. */
export interface BetaCacheCreation {
  readonly ephemeral_5m_input_tokens: number
  readonly ephemeral_1h_input_tokens: number
}

/** Requests made by server tools; `web_fetch_requests` is missing in 1.0. */
export interface BetaServerToolUsage {
  readonly web_search_requests: number
  readonly web_fetch_requests?: number
}

/** What part of the output was thinking. */
export interface BetaOutputTokensDetails {
  readonly thinking_tokens: number
}

/** What became of the credit offered for retrying on another model after a refusal. */
export interface BetaFallbackCreditUsage {
  readonly status:
    | {readonly type: 'redeemed'}
    | {
        readonly type: 'not_applied'
        readonly reason: string
        readonly remove_to_redeem?: readonly string[] | null
      }
}

/** Tokens of one sampling step inside a single API call. */
export interface BetaIterationUsage {
  readonly type: Open<'message' | 'compaction' | 'advisor_message' | 'fallback_message'>
  readonly model?: Model | null
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
  readonly cache_creation: BetaCacheCreation | null
}

/**
 * Tokens of one API message. On stream lines this is the placeholder from `message_start`, repeated
 * on every line of the message: only `result` and `message_delta` have the final `output_tokens`.
 */
export interface BetaUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens: number | null
  readonly cache_read_input_tokens: number | null
  readonly cache_creation?: BetaCacheCreation | null
  readonly output_tokens_details?: BetaOutputTokensDetails | null
  readonly server_tool_use?: BetaServerToolUsage | null
  readonly service_tier?: Open<'standard' | 'priority' | 'batch'> | null
  readonly inference_geo?: string | null
  readonly iterations?: readonly BetaIterationUsage[] | null
  readonly speed?: Open<'standard' | 'fast'> | null
  readonly fallback_credit?: BetaFallbackCreditUsage | null
}

/** Usage of a `result`: this turn, main loop only. Sub-agents are counted in `modelUsage`. */
export type NonNullableUsage = {
  readonly [Field in keyof BetaUsage]: Field extends 'fallback_credit'
    ? BetaUsage[Field]
    : NonNullable<BetaUsage[Field]>
}

/** Cumulative tokens of a streaming message; clients before 1.0.60 got `output_tokens` alone. */
export interface BetaMessageDeltaUsage {
  readonly output_tokens: number
  readonly input_tokens?: number | null
  readonly cache_creation_input_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
  readonly output_tokens_details?: BetaOutputTokensDetails | null
  readonly server_tool_use?: BetaServerToolUsage | null
  readonly iterations?: readonly BetaIterationUsage[] | null
  readonly fallback_credit?: BetaFallbackCreditUsage | null
}

/** Totals of one model, sub-agents and helpers included; the only camelCase usage on the wire. */
export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly thinkingTokens?: number
  readonly cacheReadInputTokens: number
  readonly cacheCreationInputTokens: number
  readonly cacheCreationEphemeral5mInputTokens?: number
  readonly cacheCreationEphemeral1hInputTokens?: number
  readonly webSearchRequests: number
  readonly costUSD: number
  readonly contextWindow: number
  readonly maxOutputTokens: number
  readonly canonicalModel?: string
  readonly provider?: string
  readonly costBasis?: Open<'list' | 'managed' | 'unknown'>
}
