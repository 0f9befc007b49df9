import {type Database, optionalText, type SqlRow} from '../database/driver.ts'
import {statements, transaction} from '../database/statements.ts'
import {type IndexedAmount, indexFile} from './index-file.ts'
import type {IndexedFile} from './read-new-entries.ts'
import {shardCount, shardName} from './shards.ts'

/** The part of the archive in a database of the index: every `count`th file. */
export interface ShardShare {
  readonly shard: number
  readonly count: number
}

const archiveSql = statements({
  which: 'select id from archive',
  newest: 'select max(changed) as changed from file',
  changed: `select id, path, kind, session, size, offset, changed from file where changed > ? and id % ? = ?
    order by changed`,
})

const shardSql = statements({
  cursor: 'select archive, changed from cursor',
  move: 'update cursor set archive = ?, changed = ?',
  reached: 'select offset from indexed where file = ?',
  dropWords: "insert into words (words) values ('delete-all')",
  dropEntries: 'delete from entry',
  dropIndexed: 'delete from indexed',
})

/** Each transaction ends in a segment of the index that must be merged later: the larger, the less of that. */
const batchSize = 48 * 1024 * 1024

/** Brings one database of the index up to date with the archive; `read` is called with how many bytes of files that took, bit by bit. */
export function indexEntries(
  archive: Database,
  shard: Database,
  share: ShardShare,
  read: (bytes: number) => void = () => {},
): IndexedAmount {
  let entries = 0
  let characters = 0
  for (;;) {
    const step = indexBatch(archive, shard, share, {read})
    entries += step.entries
    characters += step.characters
    if (step.done) return {entries, characters, done: true}
  }
}

/**
 * Indexes new content of files, in one transaction with the cursor, up to about a number of characters. It can be stopped
 * at any moment, and several processes can do it at the same time: each continues where the last one ended.
 */
export function indexBatch(
  archive: Database,
  shard: Database,
  share: ShardShare,
  {most = batchSize, read = () => {}}: {readonly most?: number; read?(bytes: number): void} = {},
): IndexedAmount {
  return transaction(shard, () => {
    // No one's writing shows: a file's cursor and its blocks must fit.
    archive.exec('begin')
    try {
      return indexChanged(archive, shard, share, most, read)
    } finally {
      archive.exec('commit')
    }
  })
}

function indexChanged(
  archive: Database,
  shard: Database,
  {shard: own, count}: ShardShare,
  most: number,
  read: (bytes: number) => void,
): IndexedAmount {
  const from = startOf(archive, shard)
  const {changed, newest} = archiveSql(archive)
  let reached = from.changed
  let entries = 0
  let characters = 0
  for (const row of changed.all(from.changed, count, own)) {
    const step = indexFile(archive, shard, fileOf(row), most - characters, read)
    entries += step.entries
    characters += step.characters
    const isOver = characters >= most
    if (step.done) reached = Number(row['changed'])
    if (isOver || !step.done) {
      shardSql(shard).move.run(from.archive, reached)
      return {entries, characters, done: false}
    }
  }
  // Everything up to here is either in it or in another share.
  shardSql(shard).move.run(from.archive, Number(newest.get()?.['changed'] ?? 0))
  return {entries, characters, done: true}
}

const fileOf = (row: SqlRow): IndexedFile => ({
  id: Number(row['id']),
  path: String(row['path']),
  isWhole: row['kind'] === 'whole',
  session: optionalText(row['session']),
  offset: Number(row['offset']),
})

/** How many bytes of files are not in the index yet. */
export function pendingBytes(archive: Database, shard: Database, {shard: own, count}: ShardShare): number {
  const {archive: id, changed} = shardSql(shard).cursor.get() ?? {}
  const known = id === archiveSql(archive).which.get()?.['id']
  let bytes = 0
  for (const row of archiveSql(archive).changed.all(known ? Number(changed) : 0, count, own)) {
    const reached = known ? shardSql(shard).reached.get(Number(row['id']))?.['offset'] : 0
    bytes += Number(row['size']) - Number(reached ?? 0)
  }
  return bytes
}

/** Where to continue: at the beginning, if the index was made from another archive or from more than the archive has now. */
function startOf(archive: Database, shard: Database): {readonly archive: string; readonly changed: number} {
  const id = String(archiveSql(archive).which.get()?.['id'] ?? '')
  const cursor = shardSql(shard).cursor.get()
  const changed = Number(cursor?.['changed'] ?? 0)
  if (cursor?.['archive'] === id && changed <= Number(archiveSql(archive).newest.get()?.['changed'] ?? 0))
    return {archive: id, changed}
  const {dropWords, dropEntries, dropIndexed} = shardSql(shard)
  for (const drop of [dropWords, dropEntries, dropIndexed]) drop.run()
  return {archive: id, changed: 0}
}

/** A running session adds less than this, and is indexed a moment later. */
const much = 1024 * 1024

/** What a search may be missing, in a sentence: an index that is being made does not have everything yet. */
export function unindexedNote(database: Database): string | undefined {
  let bytes = 0
  for (let shard = 0; shard < shardCount; shard += 1) {
    const index = shardName(shard)
    const row = database
      .prepare(
        `select total(file.size - coalesce(indexed.offset, 0)) as bytes
        from file left join ${index}.indexed as indexed on indexed.file = file.id
        where file.id % ? = ? and file.changed > (select changed from ${index}.cursor)`,
      )
      .get(shardCount, shard)
    bytes += Number(row?.['bytes'] ?? 0)
  }
  return bytes < much ? undefined : 'Results may be incomplete: the search index is still being built.'
}
