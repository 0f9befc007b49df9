import {noBilling} from '../../model/billing.ts'
import {asCount, asNumber, asObject, count, dollars, emptyObject, number} from '../../model/fields.ts'
import type {Billing, JsonObject, JsonValue, ModelTotal, Usage} from '../../model/index.ts'
import {isJsonObject, modes} from '../../model/index.ts'

/**
 * Reads the API's `usage`, and how the request was served. Without any token count, `usage` is undefined. Cache writes
 * without a breakdown count as five-minute ones, the default. It runs for every response: one pass takes half as long
 * as reading each field by name.
 */
export function readBilling(usage: JsonObject | undefined): Billing {
  let input: JsonValue | undefined
  let output: JsonValue | undefined
  let cacheRead: JsonValue | undefined
  let cacheWrite: JsonValue | undefined
  let breakdown: JsonValue | undefined
  let serverTools: JsonValue | undefined
  let served = 0
  for (const key in usage) {
    const value = usage[key]
    if (key === 'input_tokens') input = value
    else if (key === 'output_tokens') output = value
    else if (key === 'cache_read_input_tokens') cacheRead = value
    else if (key === 'cache_creation_input_tokens') cacheWrite = value
    else if (key === 'cache_creation') breakdown = value
    else if (key === 'server_tool_use') serverTools = value
    else if (key === 'speed') served |= value === 'fast' ? modes.fast : 0
    else if (key === 'fast') served |= value === true ? modes.fast : 0
    else if (key === 'inference_geo') served |= value === 'us' ? modes.usOnly : 0
    else if (key === 'service_tier') served |= value === 'batch' ? modes.batch : 0
  }
  const webSearches = count(asObject(serverTools) ?? emptyObject, 'web_search_requests')
  if (!(isNumber(input) || isNumber(output) || isNumber(cacheRead) || isNumber(cacheWrite)))
    return webSearches === 0 && served === 0 ? noBilling : {usage: undefined, webSearches, modes: served}
  const written = asObject(breakdown) ?? emptyObject
  const oneHour = count(written, 'ephemeral_1h_input_tokens')
  return {
    usage: {
      input: asCount(input),
      output: asCount(output),
      cacheRead: asCount(cacheRead),
      cacheWrite5m: Math.max(asCount(cacheWrite) - oneHour, count(written, 'ephemeral_5m_input_tokens')),
      cacheWrite1h: oneHour,
    },
    webSearches,
    modes: served,
  }
}

/** Reads only the tokens of the API's `usage`. */
export const readUsage = (usage: JsonObject | undefined): Usage | undefined => readBilling(usage).usage

const isNumber = (value: JsonValue | undefined): boolean => asNumber(value) !== undefined

/** Reads `modelUsage`: camel case, one entry a model, with the cost according to the client. */
export function readModelTotals(byModel: JsonObject | undefined): readonly ModelTotal[] {
  const totals: ModelTotal[] = []
  for (const model in byModel) {
    const total = byModel[model]
    if (!isJsonObject(total)) continue
    const oneHour = count(total, 'cacheCreationEphemeral1hInputTokens')
    const usage: Usage = {
      input: count(total, 'inputTokens'),
      output: count(total, 'outputTokens'),
      cacheRead: count(total, 'cacheReadInputTokens'),
      cacheWrite5m: Math.max(0, count(total, 'cacheCreationInputTokens') - oneHour),
      cacheWrite1h: oneHour,
    }
    totals.push({
      model,
      usage,
      costUsd: dollars(total, 'costUSD'),
      contextWindow: number(total, 'contextWindow'),
      webSearches: count(total, 'webSearchRequests'),
    })
  }
  return totals
}
