import {indexText} from '../search/tokens.ts'
import type {Database} from './driver.ts'
import {readTexts} from './search-text.ts'
import {statements} from './statements.ts'
import {transaction} from './transaction.ts'

/** Which part of the archive's entries a database of the index holds: those of every `count`th file. */
export interface Share {
  readonly shard: number
  readonly count: number
}

/** What was indexed. */
export interface Indexed {
  readonly entries: number
  /** Characters of text. */
  readonly characters: number
  /** Nothing is left to do. */
  readonly done: boolean
}

const archiveSql = statements({
  which: 'select id from archive',
  newest: "select seq from sqlite_sequence where name = 'entry'",
  newestGone: "select seq from sqlite_sequence where name = 'gone'",
  entries: `select id, file, line, record, part from entry where id > ? and file % ? = ? order by id`,
  gone: 'select id, entry from gone where id > ? and file % ? = ? order by id',
})

const shardSql = statements({
  cursor: 'select archive, entry, gone from cursor',
  move: 'update cursor set archive = ?, entry = ?, gone = ?',
  add: 'insert into words (rowid, text) values (?, ?)',
  drop: 'delete from words where rowid = ?',
  dropAll: "insert into words (words) values ('delete-all')",
})

/** Each transaction ends in a segment of the index that must be merged later: the larger, the less of that. */
const batchSize = 48 * 1024 * 1024

/** Brings one database of the index up to date with the archive. */
export function indexEntries(archive: Database, shard: Database, share: Share): Indexed {
  let entries = 0
  let characters = 0
  for (;;) {
    const step = indexBatch(archive, shard, share)
    entries += step.entries
    characters += step.characters
    if (step.done) return {entries, characters, done: true}
  }
}

/**
 * Indexes the next entries in one transaction with the cursor, up to about so many characters of text. It may be
 * stopped at any moment, and any number of processes may do it at once: the next one goes on where the cursor is.
 */
export function indexBatch(archive: Database, shard: Database, share: Share, most = batchSize): Indexed {
  return transaction(shard, () => {
    const from = startOf(archive, shard)
    const {add, drop, move} = shardSql(shard)
    const {entries, newest, newestGone, gone} = archiveSql(archive)
    const textOf = readTexts(archive)
    // Everything up to here is either read below or in another share.
    const end = Number(newest.get()?.['seq'] ?? 0)
    const endGone = Number(newestGone.get()?.['seq'] ?? 0)
    let reached = end
    let count = 0
    let characters = 0
    for (const row of entries.iterate(from.entry, share.count, share.shard)) {
      const id = Number(row['id'])
      if (id > end) break
      if (characters >= most) {
        reached = id - 1
        break
      }
      const text = textOf({
        file: Number(row['file']),
        line: Number(row['line']),
        record: Number(row['record']),
        part: Number(row['part']),
      })
      if (text === undefined) continue
      add.run(id, indexText(text))
      count += 1
      characters += text.length
    }
    for (const row of gone.iterate(from.gone, share.count, share.shard)) drop.run(Number(row['entry']))
    move.run(from.archive, reached, endGone)
    return {entries: count, characters, done: reached === end}
  })
}

/** How many entries of the archive were added since. */
export function pendingEntries(archive: Database, shard: Database): number {
  const cursor = shardSql(shard).cursor.get()
  return Number(archiveSql(archive).newest.get()?.['seq'] ?? 0) - Number(cursor?.['entry'] ?? 0)
}

/** Where to go on; at the beginning, where the index was made from another archive or from more than there is of it. */
function startOf(
  archive: Database,
  shard: Database,
): {readonly archive: string; readonly entry: number; readonly gone: number} {
  const {which, newest, newestGone} = archiveSql(archive)
  const id = String(which.get()?.['id'] ?? '')
  const cursor = shardSql(shard).cursor.get()
  const entry = Number(cursor?.['entry'] ?? 0)
  if (cursor?.['archive'] === id && entry <= Number(newest.get()?.['seq'] ?? 0))
    return {archive: id, entry, gone: Number(cursor['gone'])}
  shardSql(shard).dropAll.run()
  return {archive: id, entry: 0, gone: Number(newestGone.get()?.['seq'] ?? 0)}
}
