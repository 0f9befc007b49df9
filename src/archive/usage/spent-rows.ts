import type {Usage} from '../../model/index.ts'
import type {Amount, SpendingTerms, SpentRow} from './usage-rows.ts'

/** Gathers what was spent into rows, one for all that was spent on the same terms. */
interface SpentRows {
  add(terms: SpendingTerms, tool: string, usage: Usage, counts: Pick<Amount, 'answers' | 'webSearches'>): void
  rows(): readonly SpentRow[]
}

type Growing = {-readonly [Field in keyof Amount]: number}

interface GrowingRow {
  readonly terms: SpendingTerms
  readonly byTool: Map<string, Growing>
}

/** No rows yet. */
export function newSpentRows(): SpentRows {
  const rows = new Map<string, GrowingRow>()
  let last: GrowingRow | undefined
  const rowFor = (terms: SpendingTerms): GrowingRow => {
    // Responses come by the time they were given, so most are on the terms of the one before.
    if (last && areSame(last.terms, terms)) return last
    const key = keyOf(terms)
    const row = rows.get(key) ?? {terms, byTool: new Map()}
    rows.set(key, row)
    last = row
    return row
  }
  return {
    add(terms, tool, usage, counts) {
      const {byTool} = rowFor(terms)
      const known = byTool.get(tool)
      const sum = known ?? nothing()
      addTo(sum, usage, counts)
      if (!known) byTool.set(tool, sum)
    },
    rows: () => [...rows.values()],
  }
}

/** What was spent on all tools together. */
export function totalAmount({byTool}: SpentRow): Amount {
  const all = nothing()
  for (const amount of byTool.values()) addTo(all, amount, amount)
  return all
}

const nothing = (): Growing => ({
  answers: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  webSearches: 0,
})

/** Written out, because it is done for every response. */
function addTo(sum: Growing, usage: Usage, counts: Pick<Amount, 'answers' | 'webSearches'>): void {
  sum.answers += counts.answers
  sum.input += usage.input
  sum.output += usage.output
  sum.cacheRead += usage.cacheRead
  sum.cacheWrite5m += usage.cacheWrite5m
  sum.cacheWrite1h += usage.cacheWrite1h
  sum.webSearches += counts.webSearches
}

const areSame = (a: SpendingTerms, b: SpendingTerms): boolean =>
  a.quarter === b.quarter &&
  a.session === b.session &&
  a.model === b.model &&
  a.modes === b.modes &&
  a.band === b.band &&
  a.agent === b.agent &&
  a.final === b.final &&
  a.unreported === b.unreported

const keyOf = ({session, quarter, model, modes, band, agent, final, unreported}: SpendingTerms): string =>
  `${quarter} ${modes} ${band} ${agent} ${final} ${unreported} ${session} ${model}`
