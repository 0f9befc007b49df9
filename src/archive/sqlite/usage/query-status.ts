import {costOfSum} from '../../../prices/index.ts'
import type {Status, StatusQuery} from '../../archive.ts'
import {windowEnd} from '../../usage/five-hour-windows.ts'
import {quarterOf} from '../../usage/usage-rows.ts'
import {addCell, newCostTotal, priceCell} from '../../usage/usage-sum.ts'
import type {Database} from '../database/driver.ts'
import {queryPacked} from '../database/statements.ts'
import {queryCells} from './query-usage.ts'

/** Where blocks begin depends on those before them, until no one worked for five hours. */
const blockMemory = 30 * 86_400_000

/** What today and a session cost so far, and when the running block ends. */
export function queryStatus(database: Database, query: StatusQuery): Status {
  const {session, now, today, overrides} = query
  const costOf = (span: {readonly since: number} | {readonly session: string}): number | undefined => {
    const costing = newCostTotal()
    for (const cell of queryCells(database, {group: 'model', timeZone: 'UTC', ...span}).cells)
      addCell(costing, cell, priceCell(cell, overrides))
    return costOfSum(costing)
  }
  const quarters = queryPacked(database, {
    columns: 'quarter',
    rest: 'from (select distinct quarter from spent where quarter >= ? and quarter <= ?)',
    values: [quarterOf(now - blockMemory), quarterOf(now)],
  })
  return {
    today: costOf({since: today}),
    session: session === undefined ? undefined : costOf({session}),
    windowEnd: windowEnd(
      quarters.map(([quarter]) => Number(quarter)),
      now,
    ),
  }
}
