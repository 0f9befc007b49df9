import type {Database, SqlValue} from './driver.ts'
import {statements} from './statements.ts'

/** Rows in one statement: calling the driver costs about as much as a row does. */
const height = 16

/** Makes a function that inserts rows, many with one statement; `rest` is what follows their values. */
export function insertRows(
  table: string,
  columns: readonly string[],
  rest = '',
): (database: Database, rows: readonly (readonly SqlValue[])[]) => void {
  const insert = (count: number): string => {
    const row = `(${columns.map(() => '?').join(', ')})`
    return `insert into ${table} (${columns.join(', ')}) values ${Array(count).fill(row).join(', ')} ${rest}`
  }
  const sql = statements({one: insert(1), many: insert(height)})
  return (database, rows) => {
    const run = sql(database)
    const whole = rows.length - (rows.length % height)
    for (let from = 0; from < whole; from += height) run.many.run(...rows.slice(from, from + height).flat())
    for (let at = whole; at < rows.length; at += 1) run.one.run(...(rows[at] ?? []))
  }
}
