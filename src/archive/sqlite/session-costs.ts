import type {PriceOverrides} from '../../prices/index.ts'
import type {Costing, CostSum} from '../usage/usage-sum.ts'
import {addCell, addReported, costSumOf, newCosting, priceOfCell} from '../usage/usage-sum.ts'
import type {Database} from './driver.ts'
import {queryCells} from './usage-query.ts'

/** What sessions cost, by their ids: of one, or of all. A list has many and wants nothing else of their usage. */
export function sessionCosts(
  database: Database,
  {
    session,
    overrides,
  }: {readonly session?: string | undefined; readonly overrides: PriceOverrides | undefined},
): (id: string) => CostSum {
  const {cells, reported} = queryCells(database, {group: 'session', session, timeZone: 'UTC'})
  const costs = new Map<string, Costing>()
  const costingOf = (id: string): Costing => {
    const known = costs.get(id)
    if (known) return known
    const costing = newCosting()
    costs.set(id, costing)
    return costing
  }
  for (const cell of cells) addCell(costingOf(cell.key), cell, priceOfCell(cell, overrides))
  for (const {key, cost} of reported) addReported(costingOf(key), cost)
  return (id) => costSumOf(costs.get(id) ?? nothing)
}

const nothing = newCosting()
