import type {JsonValue} from '../../../model/index.ts'
import type {Database, SqlValue, Statement} from './driver.ts'

/** Many names as one value: what follows `in` where the value is a JSON array of them. */
export const namedIn = '(select value from json_each(?))'

/** Prepares statements once for each database. */
export function statements<Names extends string>(
  sql: Readonly<Record<Names, string>>,
): (database: Database) => Readonly<Record<Names, Statement>> {
  const prepared = new WeakMap<Database, Record<Names, Statement>>()
  return (database) => {
    const known = prepared.get(database)
    if (known) return known
    const made = Object.fromEntries(
      Object.entries<string>(sql).map(([name, text]) => [name, database.prepare(text)]),
    )
    if (!isComplete(made, sql)) throw new Error('Cannot prepare statements: one is missing.')
    prepared.set(database, made)
    return made
  }
}

const isComplete = <Names extends string>(
  made: Record<string, Statement>,
  sql: Readonly<Record<Names, string>>,
): made is Record<Names, Statement> => Object.keys(sql).every((name) => name in made)

/** Does something wholly or not at all. Writers take turns: the lock is taken at the beginning. */
export function transaction<Result>(database: Database, work: () => Result): Result {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    try {
      database.exec('rollback')
    } catch {
      // The database has given up by itself, as it does when the disk is full; the first error says why.
    }
    throw error
  }
}

/** Does something inside a transaction wholly or not at all: where it fails, what was done before it stays. */
export function attempt<Result>(database: Database, work: () => Result): Result {
  database.exec('savepoint attempt')
  try {
    const result = work()
    database.exec('release attempt')
    return result
  } catch (error) {
    try {
      database.exec('rollback to attempt; release attempt')
    } catch {
      // The whole transaction is gone already, as when the disk is full; the first error says why.
    }
    throw error
  }
}

/** Rows in one statement: calling the driver costs about as much as a row does. */
const height = 16

/** Makes a function that inserts rows, many with one statement; `rest` is what follows their values. */
export function insertRows(
  table: string,
  columns: string,
  rest = '',
): (database: Database, rows: readonly (readonly SqlValue[])[]) => void {
  const insert = (count: number): string => {
    const row = `(${columns.replaceAll(/\w+/g, '?')})`
    return `insert into ${table} (${columns}) values ${Array(count).fill(row).join(', ')} ${rest}`
  }
  const sql = statements({one: insert(1), many: insert(height)})
  return (database, rows) => {
    const run = sql(database)
    const whole = rows.length - (rows.length % height)
    for (let from = 0; from < whole; from += height) run.many.run(...rows.slice(from, from + height).flat())
    for (let at = whole; at < rows.length; at += 1) run.one.run(...(rows[at] ?? []))
  }
}

/** A row's values in the order of its columns. */
export type PackedRow = readonly JsonValue[]

/** The text of a query that gives all its rows at once as JSON, for `packedRows`. */
export const packed = (columns: string, rest: string): string =>
  `select json_group_array(json_array(${columns})) as rows ${rest}`

/**
 * Gives the rows of a `packed` query. Making an object of every row costs SQLite's driver five times what writing and
 * reading JSON does, and some queries have a hundred thousand.
 */
export function packedRows(statement: Statement, ...values: readonly SqlValue[]): readonly PackedRow[] {
  const rows: JsonValue = JSON.parse(String(statement.get(...values)?.['rows'] ?? '[]'))
  return Array.isArray(rows) ? rows.filter(isRow) : []
}

/** The same for a query that is put together for one occasion. */
export const queryPacked = (
  database: Database,
  query: {readonly columns: string; readonly rest: string; readonly values: readonly SqlValue[]},
): readonly PackedRow[] => packedRows(database.prepare(packed(query.columns, query.rest)), ...query.values)

const isRow = (row: JsonValue): row is PackedRow & JsonValue => Array.isArray(row)
