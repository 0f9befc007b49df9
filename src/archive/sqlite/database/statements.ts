import type {JsonValue} from '../../../model/index.ts'
import type {Database, SqlValue, Statement} from './driver.ts'

/** Many names as one value: the text after `in`, for a JSON array. */
export const namedIn = '(select value from json_each(?))'

/** The clause for conditions that must all be true; empty if there are none. */
export const whereAll = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`

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

/** The same statement for several tables. */
export const forTables = (
  tables: readonly string[],
  sql: (table: string) => string,
): ReturnType<typeof statements<string>> =>
  statements(Object.fromEntries(tables.map((table) => [table, sql(table)])))

const isComplete = <Names extends string>(
  made: Record<string, Statement>,
  sql: Readonly<Record<Names, string>>,
): made is Record<Names, Statement> => Object.keys(sql).every((name) => name in made)

/** Runs a function in a transaction, completely or not at all. Writers wait for each other: the lock is taken first. */
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

/** Runs a function inside a transaction completely or not at all; if it fails, earlier changes stay. */
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
      // The transaction was already rolled back, as on a full disk; the first error says why.
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

/** The text of a query that returns all rows as one JSON value, for `packedRows`. */
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
