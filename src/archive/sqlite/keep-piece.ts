import type {SourceFile} from '../../sources/index.ts'
import type {LineFacts, Piece} from '../ingest/piece.ts'
import type {Database, SqlValue} from './driver.ts'
import {PieceAnswers} from './keep-answers.ts'
import type {EntryRow} from './keep-entries.ts'
import {keepEntries} from './keep-entries.ts'
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
  addCall: `insert into call (id, session, file, line, agent, tool, time) values (?, ?, ?, ?, ?, ?, ?)
    on conflict do nothing`,
  addResult: `insert into result (call, session, file, failed, time) values (?, ?, ?, ?, ?)
    on conflict do update set failed = max(failed, excluded.failed)`,
  addReport: `insert into report (file, line, record, session, kind, time, cost, totals) values (?, ?, ?, ?, ?, ?, ?, ?)`,
  lastSession: 'select session from entry where file = ? order by id desc limit 1',
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
  const sessions = sessionsOf(database, file, piece)
  const answers = new PieceAnswers(database, file)
  const entries: EntryRow[] = []
  piece.records.forEach((record, at) => {
    const session = sessions[at]
    if (session !== undefined) keepRecord(database, file, record, session, answers, entries)
  })
  keepEntries(database, entries)
  answers.keep()
  keepMentions(database, file, piece, sessions)
  if (cursor) moveCursor(database, file, piece, now)
  return true
}

/** A result too long for its transcript lies in a file of its own; each block of it can be found. */
function keepOutput(database: Database, file: number, {source, blocks}: PackedPiece): void {
  const {session} = source
  if (session === undefined) return
  keepEntries(
    database,
    blocks.map(({line}) => [file, line, 0, 0, session, null, 'result', null, null, null, null, null, 0]),
  )
}

function addFile(database: Database, {file, source, to}: PackedPiece, now: number): number {
  const {lastInsertRowid} = sql(database).addFile.run(
    file.path,
    file.root,
    file.kind,
    source.session ?? null,
    source.agent?.id ?? null,
    source.agent ? JSON.stringify(source.agent) : null,
    ...cursorAfter({file, to}, now),
  )
  return Number(lastInsertRowid)
}

function moveCursor(database: Database, id: number, piece: PackedPiece, now: number): void {
  sql(database).moveCursor.run(piece.file.root, ...cursorAfter(piece, now), id)
}

/** From `device` to `seen`, in the order of both statements. */
const cursorAfter = ({file, to}: Pick<PackedPiece, 'file' | 'to'>, now: number): readonly SqlValue[] => [
  file.device,
  file.inode,
  to.size,
  file.modified,
  to.offset,
  to.lines,
  to.head,
  to.tail,
  now,
]

/**
 * Finds the session of each record: a transcript's is its file's, because forks copy lines with the old id; a stream's
 * is the line's own word, or that of the line before.
 */
function sessionsOf(database: Database, id: number, {source, file, records}: PackedPiece): readonly string[] {
  const {session} = source
  if (session !== undefined) return records.map(() => session)
  let last = String(sql(database).lastSession.get(id)?.['session'] ?? file.path)
  return records.map(({facts}) => {
    last = facts.session ?? last
    return last
  })
}

function keepRecord(
  database: Database,
  file: number,
  {line, record, facts}: LineFacts,
  session: string,
  answers: PieceAnswers,
  entries: EntryRow[],
): void {
  const run = sql(database)
  const agent = facts.agent ?? null
  const time = facts.time ?? null
  facts.entries.forEach(({kind, tool, callId, path, failed}, part) => {
    entries.push([
      file,
      line,
      record,
      part,
      session,
      agent,
      kind,
      time,
      facts.id ?? null,
      tool ?? null,
      callId ?? null,
      path ?? null,
      number(failed),
    ])
  })
  for (const {id, tool} of facts.calls) run.addCall.run(id, session, file, line, agent, tool, time)
  for (const {callId, failed} of facts.results) run.addResult.run(callId, session, file, number(failed), time)
  if (facts.answer) answers.add(session, line, facts, facts.answer)
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
