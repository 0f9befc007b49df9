import {createHash} from 'node:crypto'
import {existsSync} from 'node:fs'
import {archiveFile} from '../../../src/archive/sqlite/database/archive-file.ts'
import type {Database, SqlValue} from '../../../src/archive/sqlite/database/driver.ts'
import {openDatabase} from '../../../src/archive/sqlite/database/open-database.ts'
import {readFileBytes} from '../../../src/archive/sqlite/files/file-rows.ts'
import {shardFiles} from '../../../src/archive/sqlite/search/shards.ts'

/** The rows of each table, as texts, in an order of their own. */
export type Dump = Readonly<Record<string, readonly string[]>>

/** How blocks are cut, what was dropped and in which order rows are packed depends on the way; which archive it is, on chance. */
const byTheWay = new Set(['archive', 'block', 'leaf_place', 'by_tool'])

/** When it was seen, how much of it was there or compared then, and after which other files it was read. */
const ownColumns = new Set(['seen', 'head', 'changed', 'looked', 'verified'])

/** What an archive and its index say, without what two archives of the same folders need not have in common: numbers and times of its own. */
export async function dumpArchive(folder: string): Promise<Dump> {
  const database = await openDatabase(archiveFile(folder), {readOnly: true})
  try {
    const paths = new Map(
      database
        .prepare("select id, path || ' ' || generation as name from file")
        .all()
        .map(({id, name}) => [id, name]),
    )
    const tables = database
      .prepare("select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite_%'")
      .all()
      .map(({name}) => String(name))
      .filter((name) => !byTheWay.has(name))
    return {
      ...Object.fromEntries(tables.map((table) => [table, rowsOf(database, table, paths)])),
      entry: await entriesOf(folder, paths),
      bytes: [...paths].map(([id, path]) => `${path} ${hashOf(database, Number(id))}`).sort(),
    }
  } finally {
    database.close()
  }
}

async function entriesOf(folder: string, paths: Paths): Promise<readonly string[]> {
  const rows: string[] = []
  for (const path of shardFiles(folder).filter((file) => existsSync(file))) {
    const shard = await openDatabase(path, {readOnly: true})
    rows.push(...rowsOf(shard, 'entry', paths))
    shard.close()
  }
  return rows.sort()
}

type Paths = ReadonlyMap<SqlValue | undefined, SqlValue | undefined>

function rowsOf(database: Database, table: string, paths: Paths): readonly string[] {
  return database
    .prepare(`select * from ${table}`)
    .all()
    .map((row) => {
      const {id, file, vanished, ...rest} = Object.fromEntries(
        Object.entries(row).filter(([name]) => !ownColumns.has(name)),
      )
      return JSON.stringify({
        ...rest,
        ...(typeof id === 'string' ? {id} : {}),
        ...(vanished === undefined ? {} : {isThere: vanished === null}),
        ...(file === undefined ? {} : {file: paths.get(file) ?? null}),
      })
    })
    .sort()
}

function hashOf(database: Database, file: number): string {
  const hash = createHash('sha256')
  for (const bytes of readFileBytes(database, file)) hash.update(bytes)
  return hash.digest('hex')
}

/** Where two archives differ: a few rows of each table that only one of them has. */
export function differences(one: Dump, other: Dump): Readonly<Record<string, unknown>> {
  const tables = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(
    tables
      .map((table) => {
        const [ours, theirs] = [one[table] ?? [], other[table] ?? []]
        const [here, there] = [new Set(ours), new Set(theirs)]
        return [
          table,
          {
            count: ours.length - theirs.length,
            onlyFirst: ours.filter((row) => !there.has(row)).slice(0, 3),
            onlySecond: theirs.filter((row) => !here.has(row)).slice(0, 3),
          },
        ] as const
      })
      .filter(
        ([, {count, onlyFirst, onlySecond}]) => count !== 0 || onlyFirst.length + onlySecond.length > 0,
      ),
  )
}
