import {number, object} from '../../model/fields.ts'
import type {JsonObject, ModelTotal, Usage} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'

const countFields = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
]

/**
 * Reads the API's `usage`; one that counts nothing says nothing. Cache writes without a breakdown count as
 * five-minute ones, which is the default.
 */
export function readUsage(usage: JsonObject | undefined): Usage | undefined {
  if (!usage || countFields.every((field) => number(usage, field) === undefined)) return undefined
  const written = tokens(usage, 'cache_creation_input_tokens')
  const creation = object(usage, 'cache_creation')
  const oneHour = creation ? tokens(creation, 'ephemeral_1h_input_tokens') : 0
  return {
    input: tokens(usage, 'input_tokens'),
    output: tokens(usage, 'output_tokens'),
    cacheRead: tokens(usage, 'cache_read_input_tokens'),
    cacheWrite5m: Math.max(written - oneHour, creation ? tokens(creation, 'ephemeral_5m_input_tokens') : 0),
    cacheWrite1h: oneHour,
  }
}

/** Reads `modelUsage`: camel case, one entry a model, with the client's own cost. */
export function readModelTotals(byModel: JsonObject | undefined): readonly ModelTotal[] {
  if (!byModel) return []
  return Object.entries(byModel).flatMap(([model, total]) => {
    if (!isJsonObject(total)) return []
    const oneHour = tokens(total, 'cacheCreationEphemeral1hInputTokens')
    const usage: Usage = {
      input: tokens(total, 'inputTokens'),
      output: tokens(total, 'outputTokens'),
      cacheRead: tokens(total, 'cacheReadInputTokens'),
      cacheWrite5m: Math.max(0, tokens(total, 'cacheCreationInputTokens') - oneHour),
      cacheWrite1h: oneHour,
    }
    return [{model, usage, costUsd: number(total, 'costUSD'), contextWindow: number(total, 'contextWindow')}]
  })
}

const tokens = (record: JsonObject, key: string): number => Math.max(0, number(record, key) ?? 0)
