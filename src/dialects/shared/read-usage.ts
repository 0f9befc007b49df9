import {asCount, asNumber, asObject, count, dollars, nothing, number} from '../../model/fields.ts'
import type {JsonObject, JsonValue, ModelTotal, Usage} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'

/**
 * Reads the API's `usage`; one that counts nothing says nothing. Cache writes without a breakdown count as
 * five-minute ones, which is the default. Every answer has one, in many shapes: one pass takes half as long as
 * asking for each field.
 */
export function readUsage(usage: JsonObject | undefined): Usage | undefined {
  let input: JsonValue | undefined
  let output: JsonValue | undefined
  let cacheRead: JsonValue | undefined
  let cacheWrite: JsonValue | undefined
  let breakdown: JsonValue | undefined
  for (const key in usage) {
    const value = usage[key]
    if (key === 'input_tokens') input = value
    else if (key === 'output_tokens') output = value
    else if (key === 'cache_read_input_tokens') cacheRead = value
    else if (key === 'cache_creation_input_tokens') cacheWrite = value
    else if (key === 'cache_creation') breakdown = value
  }
  if (!(isNumber(input) || isNumber(output) || isNumber(cacheRead) || isNumber(cacheWrite))) return undefined
  const written = asObject(breakdown) ?? nothing
  const oneHour = count(written, 'ephemeral_1h_input_tokens')
  return {
    input: asCount(input),
    output: asCount(output),
    cacheRead: asCount(cacheRead),
    cacheWrite5m: Math.max(asCount(cacheWrite) - oneHour, count(written, 'ephemeral_5m_input_tokens')),
    cacheWrite1h: oneHour,
  }
}

const isNumber = (value: JsonValue | undefined): boolean => asNumber(value) !== undefined

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
