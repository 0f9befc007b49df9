import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {ArchiveError} from '../../archive-error.ts'
import {databaseEndings, isOtherThanFile, type Tables, tablesOf} from '../../repair/find-damage.ts'
import {emptyDamagedShards} from '../../repair/replace-database.ts'
import {type Database, openFile} from '../database/driver.ts'
import {mayBeDamage} from '../database/error-kind.ts'
import {immutableUrl, openDatabase, readOnlyUrl, schemaOf} from '../database/open-database.ts'
import {transaction} from '../database/statements.ts'

/** How many databases the index is spread over, so that as many workers can write it. */
export const shardCount = 2

/** The files of the search index in the archive's folder. */
export const shardFiles = (folder: string): readonly string[] =>
  Array.from({length: shardCount}, (_, shard) => join(folder, `search-${shard}.db`))

/** A number that changes whenever the index is made in another way; an older index is thrown away. */
const shardVersion = 5

/**
 * Contentless, because the texts are in the archive. Words are prepared (see `search/tokens.ts`), so the simplest
 * tokenizer will do. Large hashes and late merges make bulk loading fast.
 */
const schema = `
  create virtual table words using fts5(
    text, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'"
  );
  insert into words (words, rank) values ('hashsize', 67108864);
  insert into words (words, rank) values ('automerge', 16);
  insert into words (words, rank) values ('crisismerge', 64);
  create table entry (
    id integer primary key,           -- the row of its words
    file integer not null,
    line integer not null,
    record integer not null,
    part integer not null,
    session text not null,
    agent text,
    kind text not null,
    time integer,
    message text,                     -- the record's own id
    tool text,
    call text,
    path text,
    failed integer not null
  ) strict;
  create index entry_place on entry (file, line);
  create index entry_session on entry (session, time);
  create index entry_time on entry (time);
  create table indexed (
    file integer primary key,
    offset integer not null,          -- after the last whole line that is in it
    lines integer not null,           -- whole lines that are in it
    session text                      -- that a stream's lines named last
  ) strict;
  create table cursor (
    archive text not null,            -- which archive it was made from
    changed integer not null          -- of the last file that is wholly in it
  ) strict;
  insert into cursor values ('', 0);
  pragma user_version = ${shardVersion};
`

const tables = ['words', 'entry', 'indexed', 'cursor'] as const

/** Opens one database of the index, and creates it if it is missing or unusable: it can always be rebuilt. */
export async function openShard(path: string): Promise<Database> {
  try {
    return await openNewest(path)
  } catch (error) {
    if (!mayBeDamage(error) && !isMisplaced(path)) throw error
    await emptyDamagedShards([path], shardSchema)
    return openNewest(path)
  }
}

async function openNewest(path: string): Promise<Database> {
  const shard = await openDatabase(path)
  try {
    if (schemaOf(shard) === shardVersion) return shard
    transaction(shard, () => {
      if (schemaOf(shard) === shardVersion) return
      for (const table of tables) shard.exec(`drop table if exists ${table}`)
      shard.exec(schema)
    })
    return shard
  } catch (error) {
    shard.close()
    throw error
  }
}

/** What a database of the index consists of; those of other versions are made again in any case. */
export function shardSchema(version: number): Tables | undefined {
  if (version !== shardVersion) return undefined
  const model = openFile(':memory:', {})
  model.exec(schema)
  const made = tablesOf(model)
  model.close()
  return made
}

/** SQLite says of a folder in the place of a file only that it cannot be opened. */
const isMisplaced = (path: string): boolean =>
  databaseEndings.some((ending) => isOtherThanFile(path + ending))

/** Makes the index visible next to the archive, for `searchEntries`. Each must have been opened once before. */
export function attachShards(archive: Database, paths: readonly string[]): void {
  const attach = archive.prepare('attach ? as ?')
  for (const [shard, path] of paths.entries()) attach.run(path, shardName(shard))
}

/** What an attached database of the index is called. */
export const shardName = (shard: number): string => `search${shard}`

/** Makes the index visible next to an archive, both only to be read. Throws if the index is missing or not of this archive. */
export function attachToRead(archive: Database, paths: readonly string[]): void {
  const attached: string[] = []
  for (const [shard, path] of paths.entries()) {
    const name = shardName(shard)
    const version = existsSync(path)
      ? (attachAs(archive, readOnlyUrl(path), name) ?? attachAs(archive, immutableUrl(path), name))
      : undefined
    if (version !== undefined) attached.push(name)
    if (version === shardVersion && isOf(archive, name)) continue
    // Its tables must not be taken for others of these names.
    for (const other of attached) archive.exec(`detach ${other}`)
    throw noIndex(path)
  }
}

/** An index that was made from another archive would lead to other files. */
const isOf = (archive: Database, name: string): boolean =>
  archive.prepare(`select 1 from archive join ${name}.cursor on cursor.archive = archive.id`).get() !==
  undefined

/** Attaches a database and returns its version; `undefined` if it could not be read, and then it is not attached. */
function attachAs(archive: Database, url: string, name: string): number | undefined {
  try {
    archive.prepare('attach ? as ?').run(url, name)
  } catch {
    return undefined
  }
  try {
    return schemaOf(archive, name)
  } catch {
    archive.exec(`detach ${name}`)
    return undefined
  }
}

const noIndex = (path: string): ArchiveError =>
  new ArchiveError(
    `Cannot search: ${path} is missing, or was made from another archive or by another recount. Run "recount index" where the archive can be written to.`,
  )
