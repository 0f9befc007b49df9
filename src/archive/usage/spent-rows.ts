import type {Usage} from '../../model/index.ts'
import {addUsage} from '../../model/index.ts'
import type {SpentRow} from './rows.ts'

/** Gathers what was spent into rows, one for all that was spent on the same terms. */
export interface SpentRows {
  add(terms: Terms, spent: Spent): void
  rows(): readonly SpentRow[]
}

type Terms = Omit<SpentRow, keyof Spent>

interface Spent {
  readonly answers: number
  readonly usage: Usage
  readonly webSearches: number
}

type Growing = {-readonly [Field in keyof SpentRow]: SpentRow[Field]}

/** No rows yet. */
export function newSpentRows(): SpentRows {
  const rows = new Map<string, Growing>()
  return {
    add(terms, spent) {
      const {session, quarter, model, fast, band, agent, final} = terms
      const key = `${quarter} ${fast} ${band} ${agent} ${final} ${session} ${model}`
      const row = rows.get(key)
      if (row) {
        row.answers += spent.answers
        row.usage = addUsage(row.usage, spent.usage)
        row.webSearches += spent.webSearches
      } else rows.set(key, {...terms, ...spent})
    },
    rows: () => [...rows.values()],
  }
}
