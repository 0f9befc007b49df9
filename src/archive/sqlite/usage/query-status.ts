import {costOfSum} from '../../../prices/index.ts'
import type {Status, StatusQuery} from '../../archive.ts'
import {windowEnd} from '../../usage/five-hour-windows.ts'
import {addCell, newCostTotal, priceCell} from '../../usage/usage-sum.ts'
import type {Database} from '../database/driver.ts'
import {queryCells, usedQuarters} from './query-usage.ts'

/** What today and a session cost so far, and when the running block ends. */
export function queryStatus(database: Database, query: StatusQuery): Status {
  const {session, now, today, overrides} = query
  const costOf = (span: {readonly since: number} | {readonly session: string}): number | undefined => {
    const costing = newCostTotal()
    for (const cell of queryCells(database, {group: 'model', timeZone: 'UTC', ...span}).cells)
      addCell(costing, cell, priceCell(cell, overrides))
    return costOfSum(costing)
  }
  return {
    today: costOf({since: today}),
    session: session === undefined ? undefined : costOf({session}),
    windowEnd: windowEnd(usedQuarters(database, {since: now, until: now + 1}), now),
  }
}
