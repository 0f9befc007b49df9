import {createRequire} from 'node:module'

/** A value of a database. */
export type SqlValue = string | number | bigint | null | Uint8Array

/** A row by the names of its columns. */
export type SqlRow = Readonly<Record<string, SqlValue>>

/** A prepared statement. */
export interface Statement {
  run(...values: readonly SqlValue[]): {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
  get(...values: readonly SqlValue[]): SqlRow | undefined
  all(...values: readonly SqlValue[]): readonly SqlRow[]
  iterate(...values: readonly SqlValue[]): IterableIterator<SqlRow>
  setReadBigInts(all: boolean): void
  /** Newer versions distinguish columns with the same name. */
  columns?(): readonly {readonly name: string}[]
  setReturnArrays?(all: boolean): void
  /** The statement with the values it was last run with. */
  readonly expandedSQL: string
}

/** The part of `node:sqlite` that is used here; `@photostructure/sqlite` has the same. */
export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
  readonly isOpen: boolean
}

/** How a file is opened. */
interface OpenOptions {
  readonly readOnly?: boolean
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options?: OpenOptions) => Database
}

/** Newer Node has SQLite itself; older Node gets it from a package with the same interface. */
const modules = ['node:sqlite', '@photostructure/sqlite'] as const

/**
 * Opens a file with the SQLite of this machine. Statements that only write return BigInts: a search index from
 * which something was deleted leaves a row's number behind that Node 26 does not give as a number, whatever is run next.
 */
export function openFile(path: string, options: OpenOptions): Database {
  const {DatabaseSync, isBuiltIn} = loadSqlite()
  class File extends DatabaseSync {
    override prepare(sql: string): Statement {
      const statement = super.prepare(sql)
      const columns = statement.columns?.().length
      if (columns === 0) statement.setReadBigInts(true)
      return isBuiltIn || columns === 0 ? statement : withResultCodes(this, statement)
    }
  }
  return new File(path, options)
}

/**
 * Gives errors of `all` and `iterate` SQLite's result code. `@photostructure/sqlite` 1.2.1 leaves it out there, but not in
 * `exec`, so a failed query is run once more to learn it.
 */
function withResultCodes(database: Database, statement: Statement): Statement {
  const explain = (error: unknown): unknown => {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return error
    if ('errcode' in error) return error
    try {
      database.exec(statement.expandedSQL)
    } catch (again) {
      return again
    }
    return error
  }
  return {
    run: (...values) => statement.run(...values),
    get: (...values) => statement.get(...values),
    all(...values) {
      try {
        return statement.all(...values)
      } catch (error) {
        throw explain(error)
      }
    },
    *iterate(...values) {
      try {
        yield* statement.iterate(...values)
      } catch (error) {
        throw explain(error)
      }
    },
    setReadBigInts: (all) => statement.setReadBigInts(all),
    columns: () => statement.columns?.() ?? [],
    setReturnArrays: (all) => statement.setReturnArrays?.(all),
    get expandedSQL() {
      return statement.expandedSQL
    },
  }
}

/** Finds the SQLite of this machine. It is required, because importing the package takes three times as long. */
function loadSqlite(): SqliteModule & {readonly isBuiltIn: boolean} {
  const require = createRequire(import.meta.url)
  for (const name of modules) {
    try {
      const {DatabaseSync}: SqliteModule = withoutWarnings(() => require(name))
      return {DatabaseSync, isBuiltIn: name === 'node:sqlite'}
    } catch {
      // The next one may be there.
    }
  }
  throw new Error(
    'Cannot open the archive: this Node has no SQLite. Use Node 22.13 or newer, or install @photostructure/sqlite.',
  )
}

/** Node 22 warns that its SQLite is experimental, which does not concern users of this program. */
function withoutWarnings<T>(load: () => T): T {
  const {emitWarning} = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

/** A text that may be missing. */
export const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** A number that may be missing. */
export const optionalNumber = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined
