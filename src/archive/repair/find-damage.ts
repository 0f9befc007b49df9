import {existsSync, statSync} from 'node:fs'
import {type Database, openFile} from '../sqlite/database/driver.ts'
import {errorKind, resultCode} from '../sqlite/database/error-kind.ts'
import {openDatabase, schemaOf} from '../sqlite/database/open-database.ts'
import {migrate, migrations} from '../sqlite/schema/migrate.ts'

/** The files that a database consists of, by their endings. */
export const databaseEndings = ['', '-wal', '-shm', '-journal'] as const

/** Tells whether there is something at a path that is not a file, such as a folder. */
export function isOtherThanFile(path: string): boolean {
  const about = statSync(path, {throwIfNoEntry: false})
  return about !== undefined && !about.isFile()
}

/**
 * Opens a database and checks all of it: SQLite's integrity check, which includes search indexes,
 * and whether its tables are those of its schema. Gives what is wrong, or nothing for a healthy or missing database. What
 * only keeps it from being read now (a lock, a disk, a permission) is thrown.
 */
export async function findDamage(
  path: string,
  schemaFor: (version: number) => Tables | undefined = archiveSchema,
): Promise<string | undefined> {
  const misplaced = databaseEndings.find((ending) => isOtherThanFile(path + ending))
  if (misplaced !== undefined) return `${path + misplaced} is not a file`
  if (!existsSync(path)) return existsSync(`${path}-wal`) ? `${path} is missing` : undefined
  let database: Database | undefined
  try {
    database = await openDatabase(path, {readOnly: true})
    const damage = damageIn(database, schemaFor)
    if (damage === undefined) await useFreePages(path, database)
    return damage
  } catch (error) {
    const kind = errorKind(error)
    if (resultCode(error) === undefined || (kind !== undefined && kind !== 'damaged')) throw error
    return error instanceof Error ? error.message : String(error)
  } finally {
    database?.close()
  }
}

/**
 * Fails if the list of free pages is damaged. SQLite 3.53 does not check it in a database with views, so all of them are used
 * in a transaction that is undone.
 */
async function useFreePages(path: string, database: Database): Promise<void> {
  const free = Number(database.prepare('pragma freelist_count').get()?.['freelist_count'] ?? 0)
  if (free === 0) return
  const writer = await openDatabase(path)
  try {
    writer.exec('begin immediate')
    writer.exec('create table free_pages (bytes)')
    writer.prepare('insert into free_pages values (zeroblob(?))').run(Math.min(free, maxFreePages) * 4096)
    writer.exec('rollback')
  } finally {
    writer.close()
  }
}

/** A number that is damaged must not fill the disk. */
const maxFreePages = 10_000

function damageIn(
  database: Database,
  schemaFor: (version: number) => Tables | undefined,
): string | undefined {
  const [first] = database.prepare('pragma integrity_check(1)').all()
  const said = String(first?.['integrity_check'])
  // Only the first line says where: the rest is SQLite's list of what it found.
  if (said !== 'ok') return said.split('\n').slice(0, 2).join(' ')
  const version = schemaOf(database)
  const expected = schemaFor(version)
  if (expected === undefined) return undefined
  const have = tablesOf(database)
  const missing = expected.find((table) => !have.includes(table))
  if (missing !== undefined) return `${nameOf(missing)} is missing or has other columns`
  // A number that is too low would make the migrations fail at what is there already.
  const names = new Set(have.map(nameOf))
  const early = schemaFor(migrations.length)
    ?.map(nameOf)
    .find((name) => names.has(name) && !expected.some((table) => nameOf(table) === name))
  return early === undefined ? undefined : `${early} does not belong to schema ${version}`
}

const nameOf = (table: string): string => table.split(' ')[0] ?? ''

/** Names of tables, views and indexes, each with its columns. */
export type Tables = readonly string[]

/** What a database consists of. */
export function tablesOf(database: Database): Tables {
  return database
    .prepare(
      `select name, (select group_concat(column.name) from pragma_table_info(main.name) as column) as columns
        from sqlite_schema as main where type in ('table', 'view', 'index') and name not like 'sqlite_%' order by name`,
    )
    .all()
    .map(({name, columns}) => `${name} ${columns ?? ''}`)
}

const archiveSchemas = new Map<number, Tables>()

/** The tables of an archive by its number of migrations; unknown for those of a newer recount. */
function archiveSchema(version: number): Tables | undefined {
  if (version > migrations.length) return undefined
  const known = archiveSchemas.get(version)
  if (known !== undefined) return known
  const model = openFile(':memory:', {})
  migrate(model, migrations.slice(0, version))
  const tables = tablesOf(model)
  model.close()
  archiveSchemas.set(version, tables)
  return tables
}
