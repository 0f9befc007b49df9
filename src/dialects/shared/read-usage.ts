import {count, dollars, number, object} from '../../model/fields.ts'
import type {JsonObject, ModelTotal, Usage} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'

const counts = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const

/**
 * Reads the API's `usage`; one that counts nothing says nothing. Cache writes without a breakdown count as
 * five-minute ones, which is the default.
 */
export function readUsage(usage: JsonObject | undefined): Usage | undefined {
  if (!usage) return undefined
  if (!counts.some((key) => number(usage, key) !== undefined)) return undefined
  const creation = object(usage, 'cache_creation')
  const oneHour = creation ? count(creation, 'ephemeral_1h_input_tokens') : 0
  const fiveMinutes = creation ? count(creation, 'ephemeral_5m_input_tokens') : 0
  return {
    input: count(usage, 'input_tokens'),
    output: count(usage, 'output_tokens'),
    cacheRead: count(usage, 'cache_read_input_tokens'),
    cacheWrite5m: Math.max(count(usage, 'cache_creation_input_tokens') - oneHour, fiveMinutes),
    cacheWrite1h: oneHour,
  }
}

/** Reads `modelUsage`: camel case, one entry a model, with the client's own cost. */
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
    })
  }
  return totals
}
