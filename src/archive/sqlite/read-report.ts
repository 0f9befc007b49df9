import {number, object, objects, text} from '../../model/fields.ts'
import type {JsonObject, JsonValue, ModelTotal, Usage} from '../../model/index.ts'
import {isJsonObject} from '../../model/index.ts'
import type {ReportRow} from '../usage/rows.ts'

/** Reads back the numbers of a report that are kept as JSON. */
export function readReport(json: string): Pick<ReportRow, 'totals' | 'sinceLast' | 'usage'> {
  const value: JsonValue = JSON.parse(json)
  const report = isJsonObject(value) ? value : {}
  return {
    totals: totalsOf(report, 'totals'),
    sinceLast: report['sinceLast'] === undefined ? undefined : totalsOf(report, 'sinceLast'),
    usage: usageOf(object(report, 'usage')),
  }
}

const totalsOf = (report: JsonObject, key: string): readonly ModelTotal[] =>
  objects(report, key).flatMap((total) => {
    const model = text(total, 'model')
    const usage = usageOf(object(total, 'usage'))
    if (model === undefined || !usage) return []
    const [costUsd, contextWindow] = [number(total, 'costUsd'), number(total, 'contextWindow')]
    return [{model, usage, costUsd, contextWindow, webSearches: number(total, 'webSearches') ?? 0}]
  })

const usageOf = (usage: JsonObject | undefined): Usage | undefined =>
  usage && {
    input: number(usage, 'input') ?? 0,
    output: number(usage, 'output') ?? 0,
    cacheRead: number(usage, 'cacheRead') ?? 0,
    cacheWrite5m: number(usage, 'cacheWrite5m') ?? 0,
    cacheWrite1h: number(usage, 'cacheWrite1h') ?? 0,
  }
