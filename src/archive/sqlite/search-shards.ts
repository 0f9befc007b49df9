import {rmSync} from 'node:fs'
import {join} from 'node:path'
import type {Database} from './driver.ts'
import {isCorrupt} from './is-corrupt.ts'
import {openDatabase} from './open-database.ts'
import {transaction} from './transaction.ts'

/** How many databases the index is spread over, so that as many workers can write it. */
export const shardCount = 2

/** The files of the search index in the archive's folder. */
export const shardFiles = (folder: string): readonly string[] =>
  Array.from({length: shardCount}, (_, shard) => join(folder, `search-${shard}.db`))

/** A number that changes whenever the index is made in another way; an older index is thrown away. */
const version = 1

/**
 * Contentless, because the texts are in the archive. Words come prepared (see `search/tokens.ts`), so the simplest
 * tokenizer will do. Large hashes and late merges make bulk loading fast.
 */
const schema = `
  create virtual table words using fts5(
    text, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'"
  );
  insert into words (words, rank) values ('hashsize', 67108864);
  insert into words (words, rank) values ('automerge', 16);
  insert into words (words, rank) values ('crisismerge', 64);
  create table cursor (
    archive text not null,            -- which archive it was made from
    entry integer not null,           -- the last entry that is in it
    gone integer not null             -- the last row of \`gone\` that is heeded
  ) strict;
  insert into cursor values ('', 0, 0);
  pragma user_version = ${version};
`

/** Opens one database of the index, making it where there is none or none that can be used: it can always be made again. */
export async function openShard(path: string): Promise<Database> {
  try {
    const shard = await openDatabase(path)
    if (versionOf(shard) === version) return shard
    transaction(shard, () => {
      if (versionOf(shard) === version) return
      shard.exec('drop table if exists words; drop table if exists cursor')
      shard.exec(schema)
    })
    return shard
  } catch (error) {
    if (!isCorrupt(error)) throw error
    dropShard(path)
    return openShard(path)
  }
}

/** Throws away one database of the index. */
export function dropShard(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, {force: true})
}

/** Makes the index visible beside the archive, for `searchEntries`. Each must have been opened once before. */
export function attachShards(archive: Database, paths: readonly string[]): void {
  const attach = archive.prepare('attach ? as ?')
  paths.forEach((path, shard) => {
    attach.run(path, shardName(shard))
  })
}

/** What an attached database of the index is called. */
export const shardName = (shard: number): string => `search${shard}`

const versionOf = (shard: Database): number =>
  Number(shard.prepare('pragma user_version').get()?.['user_version'] ?? 0)
