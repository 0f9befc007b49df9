import {bareModel} from '../../model/bare-model.ts'
import type {ModelTotal, Usage} from '../../model/index.ts'
import {addUsage, mergeUsage, noUsage, usageFields} from '../../model/index.ts'
import type {ReportRow} from './rows.ts'

/** What a report says of one model: for a result what is new in it, for a cost state all so far. */
export interface ReportedPart {
  readonly session: string
  readonly kind: ReportRow['kind']
  /** Absent before 1.0.128: the report names no model. */
  readonly model: string | undefined
  readonly usage: Usage
  readonly webSearches: number
  /** As the client said, in dollars. */
  readonly costUsd: number | undefined
}

/** Takes reports apart by model, in their order. */
export function reportedParts(reports: readonly ReportRow[]): readonly ReportedPart[] {
  const before = new Map<string, Totals>()
  return reports.flatMap(({session, file, kind, totals, sinceLast, usage, costUsd}) => {
    const now = byModel(totals)
    const parts = (added: Totals): readonly ReportedPart[] =>
      [...added].map(([model, total]) => ({session, kind, model, ...total}))
    if (kind === 'cost-state') return parts(now)
    const source = `${file} ${session}`
    const last = before.get(source)
    if (totals.length > 0) before.set(source, now)
    if (sinceLast) return parts(byModel(sinceLast))
    if (totals.length > 0) return parts(addedTo(last, now))
    return [{session, kind, model: undefined, usage: usage ?? noUsage, webSearches: 0, costUsd}]
  })
}

type Total = Pick<ReportedPart, 'usage' | 'webSearches' | 'costUsd'>
type Totals = ReadonlyMap<string, Total>

/** A model with and without its `[1m]` is one. */
function byModel(totals: readonly ModelTotal[]): Totals {
  const models = new Map<string, Total>()
  for (const {model, usage, webSearches, costUsd} of totals) {
    const name = bareModel(model)
    const known = models.get(name)
    models.set(name, {
      usage: known ? addUsage(known.usage, usage) : usage,
      webSearches: (known?.webSearches ?? 0) + webSearches,
      costUsd: known ? sumOf(known.costUsd, costUsd) : costUsd,
    })
  }
  return models
}

const sumOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b

/** Totals of one process run on; those that went down started again. */
function addedTo(before: Totals | undefined, now: Totals): Totals {
  return new Map(
    [...now].map(([model, total]) => {
      const last = before?.get(model)
      if (!last || usageFields.some((field) => total.usage[field] < last.usage[field])) return [model, total]
      return [
        model,
        {
          usage: mergeUsage(total.usage, last.usage, (a, b) => a - b),
          webSearches: total.webSearches - last.webSearches,
          costUsd: sumOf(total.costUsd, last.costUsd === undefined ? undefined : -last.costUsd),
        },
      ]
    }),
  )
}
