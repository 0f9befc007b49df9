import type {Database, SqlValue} from './driver.ts'
import {statements} from './statements.ts'

const insert = `insert into entry (file, line, record, part, session, agent, kind, time, message, tool, call, path, failed)
  values `
const places = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
const width = 13

/** Rows in one statement: each statement notes the last id that was given, and that costs as much as a row. */
const height = 32

const sql = statements({
  one: insert + places,
  many: insert + Array.from({length: height}, () => places).join(', '),
})

/** An entry's values in the order of its columns. */
export type EntryRow = readonly [
  file: number,
  line: number,
  record: number,
  part: number,
  session: string,
  agent: string | null,
  kind: string,
  time: number | null,
  message: string | null,
  tool: string | null,
  call: string | null,
  path: string | null,
  failed: SqlValue,
]

/** Keeps entries in their order. */
export function keepEntries(database: Database, rows: readonly EntryRow[]): void {
  const run = sql(database)
  const whole = rows.length - (rows.length % height)
  for (let from = 0; from < whole; from += height) {
    const values = new Array<SqlValue>(width * height)
    let at = 0
    for (const row of rows.slice(from, from + height)) for (const value of row) values[at++] = value
    run.many.run(...values)
  }
  for (const row of rows.slice(whole)) run.one.run(...row)
}
