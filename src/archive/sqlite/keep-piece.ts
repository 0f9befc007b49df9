import type {SourceFile} from '../../sources/index.ts'
import type {LineFacts, Piece} from '../ingest/piece.ts'
import type {Database, SqlValue} from './driver.ts'
import {keepMentions} from './keep-mentions.ts'
import {statements} from './statements.ts'

const sql = statements({
  cursor: 'select id, offset, lines from file where path = ?',
  addFile: `insert into file (path, root, kind, session, agent, meta, device, inode, size, modified, offset, lines, head, tail, seen)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  moveCursor: `update file set root = ?, device = ?, inode = ?, size = ?, modified = ?, offset = ?, lines = ?, head = ?, tail = ?,
    seen = ?, vanished = null where id = ?`,
  dropBlocks: 'delete from block where file = ? and start >= ?',
  addBlock: 'insert into block (file, start, length, line, packed) values (?, ?, ?, ?, ?)',
  dropEntries: 'delete from entry where file = ? and line > ?',
  dropReports: 'delete from report where file = ? and line > ?',
  addEntry: `insert into entry (file, line, record, part, session, agent, kind, time, message, tool, call, path, failed)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  addCall: `insert into call (id, session, file, line, agent, tool, time) values (?, ?, ?, ?, ?, ?, ?)
    on conflict do nothing`,
  addResult: `insert into result (call, session, file, failed, time) values (?, ?, ?, ?, ?)
    on conflict do update set failed = max(failed, excluded.failed)`,
  addAnswer: `insert into answer (message, file, session, line, agent, model, time, input, output, cache_read,
      cache_write_5m, cache_write_1h, web_searches, fast, final, streamed, cost)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict do update set
      model = coalesce(model, excluded.model),
      time = coalesce(min(time, excluded.time), time, excluded.time),
      input = max(input, excluded.input),
      output = max(output, excluded.output),
      cache_read = max(cache_read, excluded.cache_read),
      cache_write_5m = max(cache_write_5m, excluded.cache_write_5m),
      cache_write_1h = max(cache_write_1h, excluded.cache_write_1h),
      web_searches = max(web_searches, excluded.web_searches),
      fast = max(fast, excluded.fast),
      final = max(final, excluded.final),
      cost = coalesce(cost, excluded.cost)`,
  lastAnswer: 'select message from answer where file = ? and agent is null order by line desc limit 1',
  addReport: `insert into report (file, line, record, session, kind, time, cost, totals) values (?, ?, ?, ?, ?, ?, ?, ?)`,
  lastSession: 'select session from entry where file = ? order by id desc limit 1',
  shareSessions: `insert into kin (session, other)
    select ?1, session from answer where message = ?2 and session <> ?1
    union all select session, ?1 from answer where message = ?2 and session <> ?1
    on conflict do nothing`,
})

/** A piece whose blocks are packed. */
export interface PackedPiece extends Omit<Piece, 'blocks'> {
  readonly source: SourceFile
  readonly blocks: readonly {
    readonly start: number
    readonly length: number
    readonly line: number
    readonly packed: Uint8Array
  }[]
}

/**
 * Keeps a piece: its bytes, its facts and the cursor after it, inside the caller's transaction. Gives false where the
 * archive stands elsewhere by now, because another process was faster; then nothing is kept.
 */
export function keepPiece(database: Database, piece: PackedPiece, now: number): boolean {
  const run = sql(database)
  const cursor = run.cursor.get(piece.file.path)
  const {from} = piece
  if (from ? cursor?.['offset'] !== from.offset || cursor['lines'] !== from.lines : cursor) return false
  const file = cursor ? Number(cursor['id']) : addFile(database, piece, now)
  if (cursor) {
    // The unfinished line at the end was read before it was whole.
    run.dropBlocks.run(file, piece.replaces)
    run.dropEntries.run(file, from?.lines ?? 0)
    run.dropReports.run(file, from?.lines ?? 0)
  }
  for (const {start, length, line, packed} of piece.blocks)
    run.addBlock.run(file, start, length, line, packed)
  if (piece.file.kind === 'whole') keepOutput(database, file, piece)
  const records = placed(database, file, piece)
  for (const record of records) keepRecord(database, file, record)
  keepMentions(database, file, piece, records)
  if (cursor) moveCursor(database, file, piece, now)
  return true
}

/** A result too long for its transcript lies in a file of its own; each block of it can be found. */
function keepOutput(database: Database, file: number, {source, blocks}: PackedPiece): void {
  const {session} = source
  if (session === undefined) return
  for (const {line} of blocks)
    sql(database).addEntry.run(file, line, 0, 0, session, null, 'result', null, null, null, null, null, 0)
}

function addFile(database: Database, {file, source, to}: PackedPiece, now: number): number {
  const {lastInsertRowid} = sql(database).addFile.run(
    file.path,
    file.root,
    file.kind,
    source.session ?? null,
    source.agent?.id ?? null,
    source.agent ? JSON.stringify(source.agent) : null,
    file.device,
    file.inode,
    to.size,
    file.modified,
    to.offset,
    to.lines,
    to.head,
    to.tail,
    now,
  )
  return Number(lastInsertRowid)
}

function moveCursor(database: Database, id: number, {file, to}: PackedPiece, now: number): void {
  sql(database).moveCursor.run(
    file.root,
    file.device,
    file.inode,
    to.size,
    file.modified,
    to.offset,
    to.lines,
    to.head,
    to.tail,
    now,
    id,
  )
}

/** A record with the session it belongs to. */
export interface PlacedRecord extends LineFacts {
  readonly session: string
}

/**
 * Finds the session of each record: a transcript's is its file's, because forks copy lines with the old id; a stream's
 * is the line's own word, or that of the line before.
 */
function placed(
  database: Database,
  id: number,
  {source, file, records}: PackedPiece,
): readonly PlacedRecord[] {
  const {session} = source
  if (session !== undefined) return records.map((record) => ({...record, session}))
  let last = String(sql(database).lastSession.get(id)?.['session'] ?? file.path)
  return records.map((record) => {
    last = record.facts.session ?? last
    return {...record, session: last}
  })
}

function keepRecord(database: Database, file: number, {line, record, facts, session}: PlacedRecord): void {
  const run = sql(database)
  const agent = facts.agent ?? null
  const time = facts.time ?? null
  facts.entries.forEach(({kind, tool, callId, path, failed}, part) => {
    const id = facts.id ?? null
    run.addEntry.run(
      file,
      line,
      record,
      part,
      session,
      agent,
      kind,
      time,
      id,
      tool ?? null,
      callId ?? null,
      path ?? null,
      number(failed),
    )
  })
  for (const {id, tool} of facts.calls) run.addCall.run(id, session, file, line, agent, tool, time)
  for (const {callId, failed} of facts.results) run.addResult.run(callId, session, file, number(failed), time)
  if (facts.answer) {
    const {model, usage, webSearches, fast, final, streamed, costUsd} = facts.answer
    const messageId = facts.answer.messageId ?? String(run.lastAnswer.get(file)?.['message'] ?? '')
    const {input, output, cacheRead, cacheWrite5m, cacheWrite1h} = usage
    run.addAnswer.run(
      messageId,
      file,
      session,
      line,
      agent,
      model ?? null,
      time,
      input,
      output,
      cacheRead,
      cacheWrite5m,
      cacheWrite1h,
      webSearches,
      number(fast),
      number(final),
      number(streamed),
      costUsd ?? null,
    )
    run.shareSessions.run(session, messageId)
  }
  if (facts.report) {
    const {kind, costUsd, totals, sinceLast, usage} = facts.report
    run.addReport.run(
      file,
      line,
      record,
      session,
      kind,
      time,
      costUsd ?? null,
      JSON.stringify({totals, sinceLast, usage}),
    )
  }
}

const number = (value: boolean): SqlValue => (value ? 1 : 0)
