import type {PriceOverrides} from '../../../prices/index.ts'
import type {CostSum, CostTotal} from '../../usage/usage-sum.ts'
import {addCell, addReported, newCostTotal, priceCell, sumCost} from '../../usage/usage-sum.ts'
import type {Database} from '../database/driver.ts'
import {queryCells} from './query-usage.ts'

/** What sessions cost, by their ids: of one, or of all. A list has many and wants nothing else of their usage. */
export function sessionCosts(
  database: Database,
  {
    session,
    overrides,
  }: {readonly session?: string | undefined; readonly overrides: PriceOverrides | undefined},
): (id: string) => CostSum {
  const {cells, reported} = queryCells(database, {group: 'session', session, timeZone: 'UTC'})
  const costs = new Map<string, CostTotal>()
  const costingOf = (id: string): CostTotal => {
    const known = costs.get(id)
    if (known) return known
    const costing = newCostTotal()
    costs.set(id, costing)
    return costing
  }
  for (const cell of cells) addCell(costingOf(cell.key), cell, priceCell(cell, overrides))
  for (const {key, cost} of reported) addReported(costingOf(key), cost)
  return (id) => sumCost(costs.get(id) ?? nothing)
}

const nothing = newCostTotal()
