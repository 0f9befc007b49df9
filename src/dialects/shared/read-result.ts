import {dollars, emptyObject, number, object, objects, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {MessageContent} from './make-message.ts'
import {readModelTotals, readUsage} from './read-usage.ts'

/** Reads a `result` of any subtype. Failure is `is_error` or any subtype but `success`: neither alone is enough. */
export function readResult(record: JsonObject): MessageContent {
  const subtype = text(record, 'subtype') ?? 'success'
  const sinceLast = object(record, 'model_usage_since_last_result')
  const error = text(record, 'error')
  return {
    kind: 'result',
    subtype,
    failed: record['is_error'] === true || subtype !== 'success',
    text: text(record, 'result'),
    errors: error === undefined ? texts(record, 'errors') : [error, ...texts(record, 'errors')],
    durationMs: number(record, 'duration_ms'),
    apiDurationMs: number(record, 'duration_api_ms'),
    turns: number(record, 'num_turns'),
    costUsd:
      dollars(record, 'total_cost_usd') ?? dollars(record, 'cost_usd') ?? dollars(record, 'total_cost'),
    totals: readModelTotals(object(record, 'modelUsage')),
    sinceLast: sinceLast && readModelTotals(sinceLast),
    usage: readUsage(object(record, 'usage')),
    denials: objects(record, 'permission_denials').flatMap((denial) => text(denial, 'tool_use_id') ?? []),
    origin: text(object(record, 'origin') ?? emptyObject, 'kind'),
    stopReason: text(record, 'stop_reason'),
    made: record['synthesized'] === true,
  }
}
