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
  let last: Growing | undefined
  const rowFor = (terms: Terms): Growing | undefined => {
    // Answers come by the time they were given, so most are on the terms of the one before.
    if (last && areSame(last, terms)) return last
    return rows.get(keyOf(terms))
  }
  return {
    add(terms, spent) {
      const row = rowFor(terms)
      if (row) {
        row.answers += spent.answers
        row.usage = addUsage(row.usage, spent.usage)
        row.webSearches += spent.webSearches
      }
      last = row ?? {...terms, ...spent}
      if (!row) rows.set(keyOf(terms), last)
    },
    rows: () => [...rows.values()],
  }
}

const areSame = (a: Terms, b: Terms): boolean =>
  a.quarter === b.quarter &&
  a.session === b.session &&
  a.model === b.model &&
  a.fast === b.fast &&
  a.band === b.band &&
  a.agent === b.agent &&
  a.final === b.final

const keyOf = ({session, quarter, model, fast, band, agent, final}: Terms): string =>
  `${quarter} ${fast} ${band} ${agent} ${final} ${session} ${model}`
