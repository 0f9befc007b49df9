/** Dollars per million tokens: what client 2.1.325 itself reckons for claude-opus-5-5. */
export const PRICES = {input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5}

const NOTHING = {input: 0, output: 0, thinking: 0, cacheRead: 0, cacheWrite: 0}

/** Guesses how many tokens a text is. */
export function tokens(text) {
  return Math.ceil(text.length / 3.6)
}

/** Adds up the usage of several API calls. */
export function total(usages) {
  const sum = {...NOTHING}
  for (const usage of usages) {
    for (const key of Object.keys(sum)) sum[key] += usage[key]
  }
  return sum
}

/** Prices a usage in dollars; reckoned in tenths of a micro-dollar, so that nothing is lost. */
export function cost(usage) {
  const tenths = Object.entries(PRICES).map(([key, price]) => Math.round(price * 10) * usage[key])
  return tenths.reduce((sum, part) => sum + part, 0) / 1e7
}

/** How many tokens the context holds after an API call. */
export function contextOf(usage) {
  return usage.input + usage.cacheRead + usage.cacheWrite + usage.output
}

/** The usage as `message_start` gives it: input is final, output a placeholder. */
export function placeholderUsage(usage, outputTokens) {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation: {ephemeral_5m_input_tokens: usage.cacheWrite, ephemeral_1h_input_tokens: 0},
    output_tokens: outputTokens,
    service_tier: 'standard',
    inference_geo: 'not_available',
  }
}

/** The final usage as transcripts and results carry it. */
export function finalUsage(usage) {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
    output_tokens_details: {thinking_tokens: usage.thinking},
    server_tool_use: {web_search_requests: 0, web_fetch_requests: 0},
    service_tier: 'standard',
    cache_creation: {ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: usage.cacheWrite},
    inference_geo: 'not_available',
    iterations: [],
    speed: 'standard',
    fallback_credit: null,
  }
}

/** One entry of `modelUsage` as a result line carries it. */
export function modelUsage(usage, model) {
  return {
    inputTokens: usage.input,
    outputTokens: usage.output,
    cacheReadInputTokens: usage.cacheRead,
    cacheCreationInputTokens: usage.cacheWrite,
    webSearchRequests: 0,
    costUSD: cost(usage),
    contextWindow: 1000000,
    maxOutputTokens: 128000,
    thinkingTokens: usage.thinking,
    cacheCreationEphemeral5mInputTokens: usage.cacheWrite,
    cacheCreationEphemeral1hInputTokens: 0,
    canonicalModel: model,
    provider: 'firstParty',
    costBasis: 'list',
  }
}

/** One entry of `modelUsage` as the transcript's cost-state line carries it. */
export function costStateUsage(usage) {
  return {
    inputTokens: usage.input,
    outputTokens: usage.output,
    thinkingTokens: usage.thinking,
    cacheReadInputTokens: usage.cacheRead,
    cacheCreationInputTokens: usage.cacheWrite,
    cacheCreationEphemeral5mInputTokens: usage.cacheWrite,
    cacheCreationEphemeral1hInputTokens: 0,
    webSearchRequests: 0,
    costUSD: cost(usage),
  }
}
