import {existsSync} from 'node:fs'
import {ArchiveError} from '../../archive/archive-error.ts'
import {archiveFile} from '../../archive/sqlite/archive-file.ts'
import {attachToRead} from '../../archive/sqlite/attach-to-read.ts'
import type {Database, SqlValue} from '../../archive/sqlite/driver.ts'
import {errorKind} from '../../archive/sqlite/error-kind.ts'
import {openToRead} from '../../archive/sqlite/open-to-read.ts'
import {shardFiles, shardName} from '../../archive/sqlite/search-shards.ts'
import {archiveHome} from '../archive-home.ts'
import type {Run} from '../command.ts'
import {Failure} from '../failure.ts'
import {isOneStatement} from '../one-statement.ts'
import {jsonLine, printable} from '../printable.ts'

/** What only reads; others could write a file beside the archive. */
const reading = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:select|with|values|explain|pragma)\b/i

/** `recount sql`: a query of one's own, which can only read. */
export const sql: Run = async (host, given) => {
  const [query = ''] = given.operands
  if (!reading.test(query))
    throw new Failure(
      'Cannot run the query: it may only read, so it begins with select, with, values, explain or pragma.',
      1,
    )
  if (!isOneStatement(query))
    throw new Failure(
      'Cannot run the query: it is more than one statement; run "recount sql" once for each.',
      1,
    )
  const path = archiveFile(archiveHome(host))
  if (!existsSync(path))
    throw new Failure(`Cannot open ${path}: there is no archive yet. Run "recount index" first.`, 1)
  const database = await openToRead(path)
  const json = given.switches.has('json')
  try {
    showEntries(database, archiveHome(host))
    for (const row of rowsOf(database, query)) {
      if (host.out.closed) return
      await host.out.write(
        json
          ? jsonLine(Object.fromEntries(row))
          : `${row.map(([, value]) => printable(inOneLine(String(value ?? '')))).join('\t')}\n`,
      )
    }
  } catch (error) {
    throw new Failure(`Cannot run the query: ${error instanceof Error ? error.message : error}.`, 1)
  } finally {
    database.close()
  }
}

/** Lines and tabs are what rows and columns are told by. */
const inOneLine = (text: string): string => text.replaceAll(/[\r\n\t]\s*/g, ' ')

type NamedValue = readonly [name: string, value: string | number | null]

/** What a query gives. Of several columns of one name the later ones are numbered, as SQLite itself does it. */
function* rowsOf(database: Database, query: string): Generator<readonly NamedValue[]> {
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

/** Entries are kept with the words of the index, in several files; asked for, they are one table. */
function showEntries(database: Database, folder: string): void {
  const paths = shardFiles(folder)
  if (!paths.every((path) => existsSync(path))) return
  try {
    attachToRead(database, paths)
  } catch (error) {
    // One that cannot be used keeps nobody from asking for anything else.
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
