import type {PriceOverrides} from '../prices/index.ts'
import {blockEnd} from '../usage/blocks.ts'
import {daysIn, startOfDay} from '../usage/days.ts'
import {quarterOf} from '../usage/rows.ts'
import type {Database} from './driver.ts'
import {queryUsage} from './usage-query.ts'

/** Where blocks begin depends on those before them, until nobody worked for five hours. */
const blockMemory = 30 * 86_400_000

/** What a status line tells: what today and a session cost, in micro-dollars, and when the running block ends. */
export function queryStatus(
  database: Database,
  question: {
    readonly session: string | undefined
    readonly now: number
    readonly timeZone: string
    readonly overrides?: PriceOverrides | undefined
  },
): {
  readonly today: number | undefined
  readonly session: number | undefined
  readonly blockEnd: number | undefined
} {
  const {session, now, timeZone, overrides} = question
  const since = startOfDay(daysIn(timeZone)(quarterOf(now)), timeZone)
  const quarters = database
    .prepare('select distinct quarter from spent where quarter >= ? and quarter <= ?')
    .all(quarterOf(now - blockMemory), quarterOf(now))
  return {
    today: queryUsage(database, {group: 'model', since, timeZone, overrides}).total.cost,
    session:
      session === undefined
        ? undefined
        : queryUsage(database, {group: 'model', session, timeZone, overrides}).total.cost,
    blockEnd: blockEnd(
      quarters.map((row) => Number(row['quarter'])),
      now,
    ),
  }
}
