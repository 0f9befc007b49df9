import {createRequire} from 'node:module'

/** A value that a database can hold. */
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
  /** Newer ones can tell columns of one name apart. */
  columns?(): readonly {readonly name: string}[]
  setReturnArrays?(all: boolean): void
}

/** The part of `node:sqlite` that is used here; `@photostructure/sqlite` has the same. */
export interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
  readonly isOpen: boolean
}

/** How a file is opened. */
export interface OpenOptions {
  readonly readOnly?: boolean
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options?: OpenOptions) => Database
}

/** Newer Node has SQLite itself; older Node gets it from a package with the same interface. */
const modules = ['node:sqlite', '@photostructure/sqlite'] as const

/**
 * Opens a file with the SQLite of this machine. What statements that only write tell is BigInts: a search index from
 * which something was deleted leaves a row's number behind that Node 26 does not give as a number, whatever is run next.
 */
export function openFile(path: string, options: OpenOptions): Database {
  const {DatabaseSync} = loadSqlite()
  class File extends DatabaseSync {
    override prepare(sql: string): Statement {
      const statement = super.prepare(sql)
      if (statement.columns?.().length === 0) statement.setReadBigInts(true)
      return statement
    }
  }
  return new File(path, options)
}

/** Finds the SQLite of this machine. It is required, because importing the package takes three times as long. */
function loadSqlite(): SqliteModule {
  const require = createRequire(import.meta.url)
  for (const name of modules) {
    try {
      const found: SqliteModule = withoutWarnings(() => require(name))
      return found
    } catch {
      // The next one may be there.
    }
  }
  throw new Error(
    'Cannot open the archive: this Node has no SQLite. Use Node 22.13 or newer, or install @photostructure/sqlite.',
  )
}

/** Node 22 warns whoever loads its SQLite that it may change, which is no news to those who run this program. */
function withoutWarnings<T>(load: () => T): T {
  const {emitWarning} = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}
