import {number, object} from '../../model/fields.ts'
import type {JsonObject, ModelTotal, Usage} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'

/**
 * Reads the API's `usage`; one that counts nothing says nothing. Cache writes without a breakdown count as
 * five-minute ones, which is the default.
 */
export function readUsage(usage: JsonObject | undefined): Usage | undefined {
  if (!usage) return undefined
  const input = number(usage, 'input_tokens')
  const output = number(usage, 'output_tokens')
  const read = number(usage, 'cache_read_input_tokens')
  const written = number(usage, 'cache_creation_input_tokens')
  if ((input ?? output ?? read ?? written) === undefined) return undefined
  const creation = object(usage, 'cache_creation')
  const oneHour = creation ? tokens(creation, 'ephemeral_1h_input_tokens') : 0
  const fiveMinutes = creation ? tokens(creation, 'ephemeral_5m_input_tokens') : 0
  return {
    input: counted(input),
    output: counted(output),
    cacheRead: counted(read),
    cacheWrite5m: Math.max(counted(written) - oneHour, fiveMinutes),
    cacheWrite1h: oneHour,
  }
}

/** Reads `modelUsage`: camel case, one entry a model, with the client's own cost. */
export function readModelTotals(byModel: JsonObject | undefined): readonly ModelTotal[] {
  const totals: ModelTotal[] = []
  for (const model in byModel) {
    const total = byModel[model]
    if (!isJsonObject(total)) continue
    const oneHour = tokens(total, 'cacheCreationEphemeral1hInputTokens')
    const usage: Usage = {
      input: tokens(total, 'inputTokens'),
      output: tokens(total, 'outputTokens'),
      cacheRead: tokens(total, 'cacheReadInputTokens'),
      cacheWrite5m: Math.max(0, tokens(total, 'cacheCreationInputTokens') - oneHour),
      cacheWrite1h: oneHour,
    }
    totals.push({
      model,
      usage,
      costUsd: number(total, 'costUSD'),
      contextWindow: number(total, 'contextWindow'),
    })
  }
  return totals
}

const tokens = (record: JsonObject, key: string): number => counted(number(record, key))

const counted = (count: number | undefined): number => (count !== undefined && count > 0 ? count : 0)
