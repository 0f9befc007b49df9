import {existsSync} from 'node:fs'
import type {NamedValues} from '../archive.ts'
import {ArchiveError} from '../archive-error.ts'
import {archiveFile} from './database/archive-file.ts'
import type {Database, SqlValue} from './database/driver.ts'
import {errorKind} from './database/error-kind.ts'
import {openToRead} from './database/open-database.ts'
import {attachToRead, shardFiles, shardName} from './search/shards.ts'

/** What only reads; others could write a file next to the archive. */
const reading = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:select|with|values|explain|pragma)\b/i

/** The rows of one statement, in a separate read-only connection. */
export async function* runSql(folder: string, statement: string): AsyncGenerator<NamedValues> {
  if (!reading.test(statement))
    throw new ArchiveError(
      'Cannot run the query: it must be read-only. Start it with select, with, values, explain or pragma.',
    )
  if (!isOneStatement(statement))
    throw new ArchiveError(
      'Cannot run the query: it has more than one statement. Run "recount sql" once for each.',
    )
  const database = await openToRead(archiveFile(folder))
  try {
    showEntries(database, shardFiles(folder))
    yield* rowsOf(database, statement)
  } catch (error) {
    throw new ArchiveError(`Cannot run the query: ${error instanceof Error ? error.message : error}.`)
  } finally {
    database.close()
  }
}

/** Strings and comments, which can contain semicolons; semicolons; everything else. */
const words = /'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;|[^\s;]/g

/** Whether a query is one statement, perhaps with a semicolon behind it. SQLite itself takes the first and leaves the rest. */
export function isOneStatement(query: string): boolean {
  let isOver = false
  for (const [word] of query.matchAll(words)) {
    if (word === ';') isOver = true
    else if (isOver && !word.startsWith('--') && !word.startsWith('/*')) return false
  }
  return true
}

/** What a query gives. Of several columns of one name the later ones are numbered, as SQLite itself does it. */
function* rowsOf(database: Database, query: string): Generator<NamedValues> {
  const statement = database.prepare(query)
  statement.setReadBigInts(true)
  statement.setReturnArrays?.(true)
  const taken = new Set<string>()
  const names = statement.columns?.().map(({name}) => {
    let own = name
    for (let at = 1; taken.has(own); at += 1) own = `${name}:${at}`
    taken.add(own)
    return own
  })
  for (const row of statement.iterate())
    yield Object.entries(row).map(([name, value], at) => [names?.[at] ?? name, plain(value)])
}

/** Entries are kept with the words of the index, in several files; a query sees them as one table. */
function showEntries(database: Database, paths: readonly string[]): void {
  if (!paths.every((path) => existsSync(path))) return
  try {
    attachToRead(database, paths)
  } catch (error) {
    // Without a usable index, queries on other tables still work.
    if (error instanceof ArchiveError || errorKind(error) === 'damaged') return
    throw error
  }
  const all = paths.map((_, shard) => `select * from ${shardName(shard)}.entry`)
  database.exec(`create temp view entry as ${all.join(' union all ')}`)
}

function plain(value: SqlValue): string | number | null {
  if (value instanceof Uint8Array) return `<${value.length} bytes>`
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}
