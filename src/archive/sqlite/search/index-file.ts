import {blankEncoded} from '../../search/blank-encoded.ts'
import {indexText} from '../../search/tokens.ts'
import {type Database, optionalText, type SqlValue} from '../database/driver.ts'
import {insertRows, statements} from '../database/statements.ts'
import {blockColumns, readBlock} from '../files/read-block.ts'
import {type FoundEntry, type IndexedFile, type IndexPosition, readNewEntries} from './read-new-entries.ts'

/** What was indexed. */
export interface IndexedAmount {
  readonly entries: number
  /** Characters of text. */
  readonly characters: number
  /** Nothing is left to do. */
  readonly done: boolean
}

const archiveSql = statements({
  first: 'select max(start) as start from block where file = ? and start <= ?',
  blocks: `select ${blockColumns}, line, unread from block where file = ? and start >= ? order by start`,
})

const shardSql = statements({
  reached: 'select offset, lines, session from indexed where file = ?',
  move: 'insert or replace into indexed (file, offset, lines, session) values (?, ?, ?, ?)',
  newest: 'select max(id) as id from entry',
  add: 'insert into words (rowid, text) values (?, ?)',
  beyond: 'select id from entry where file = ? and line > ?',
  dropWords: 'delete from words where rowid = ?',
  dropEntry: 'delete from entry where id = ?',
  rename: 'update entry set session = ? where file = ?',
})

const addEntries = insertRows(
  'entry',
  'id, file, line, record, part, session, agent, kind, time, message, tool, call, path, failed',
)

/**
 * Indexes the new content of a file, up to about a number of characters; `read` is called with the number of
 * bytes that took. Must run inside a transaction.
 */
export function indexFile(
  archive: Database,
  shard: Database,
  file: IndexedFile,
  most: number,
  read: (bytes: number) => void,
): IndexedAmount {
  let at = reachedOf(shard, file.id)
  dropBeyond(shard, file.id, at.lines)
  let entries = 0
  let characters = 0
  const first = archiveSql(archive).first.get(file.id, at.offset)?.['start'] ?? 0
  for (const row of archiveSql(archive).blocks.iterate(file.id, first)) {
    const {start, length, line, unread} = row
    if (characters >= most) return {entries, characters, done: false}
    const bytes = unread === 1 ? undefined : readBlock(archive, row)
    if (!bytes) {
      // Nothing is found in a line that is too long to be parsed, nor in a damaged block.
      at = {...at, offset: Number(start) + Number(length), lines: Number(line)}
      shardSql(shard).move.run(file.id, at.offset, at.lines, at.session ?? null)
      continue
    }
    const block = {start: Number(start), line: Number(line), bytes}
    const found = readNewEntries(archive, file, block, at)
    read(Math.max(0, block.start + block.bytes.length - Math.max(block.start, at.offset)))
    if (at.session === undefined && found.at.session !== undefined)
      shardSql(shard).rename.run(found.at.session, file.id)
    characters += writeEntries(shard, file.id, found.entries)
    entries += found.entries.length
    at = found.at
    shardSql(shard).move.run(file.id, at.offset, at.lines, at.session ?? null)
  }
  return {entries, characters, done: true}
}

function reachedOf(shard: Database, file: number): IndexPosition {
  const row = shardSql(shard).reached.get(file)
  return {
    offset: Number(row?.['offset'] ?? 0),
    lines: Number(row?.['lines'] ?? 0),
    session: optionalText(row?.['session']),
  }
}

/** The incomplete line at the end was indexed before it was complete. */
function dropBeyond(shard: Database, file: number, lines: number): void {
  const run = shardSql(shard)
  for (const row of run.beyond.all(file, lines)) {
    run.dropWords.run(Number(row['id']))
    run.dropEntry.run(Number(row['id']))
  }
}

/** Keeps entries and their words; gives the characters of their texts. */
function writeEntries(shard: Database, file: number, entries: readonly FoundEntry[]): number {
  const run = shardSql(shard)
  const rows: (readonly SqlValue[])[] = []
  let id = Number(run.newest.get()?.['id'] ?? 0)
  let characters = 0
  for (const {line, record, part, session, origin, entry} of entries) {
    id += 1
    const text = blankEncoded(entry.text)
    run.add.run(id, indexText(text))
    characters += text.length
    rows.push([
      id,
      file,
      line,
      record,
      part,
      session,
      origin.agent ?? null,
      entry.kind,
      origin.time ?? null,
      origin.id ?? null,
      entry.tool ?? null,
      entry.callId ?? null,
      entry.path ?? null,
      Number(entry.failed),
    ])
  }
  addEntries(shard, rows)
  return characters
}
