import {streamOfNotes} from '../../../sources/index.ts'
import type {FileChunk} from '../../ingest/file-chunk.ts'
import type {Database, SqlValue} from '../database/driver.ts'
import {statements} from '../database/statements.ts'
import {formatLastStep} from '../files/last-step-text.ts'
import {writeLeafTitles} from './leaf-titles.ts'
import {renameSession, touchSessions} from './touch-sessions.ts'
import {deleteReports, writeFacts} from './write-facts.ts'

const sql = statements({
  cursor: 'select id, offset, lines, last_session from file where path = ? and generation = 0',
  addFile: `insert into file (path, root, kind, session, agent, meta, device, inode, size, modified, offset, lines, head, tail, seen, verified)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  moveCursor: `update file set root = ?, device = ?, inode = ?, size = ?, modified = ?, offset = ?, lines = ?, head = ?, tail = ?,
    seen = ?, vanished = null where id = ?`,
  named: 'select last_session from file where id = ?',
  moveAgain: 'update file set kind = ?, size = ?, offset = ?, lines = ?, head = ?, tail = ? where id = ?',
  noteChange: `update file set changed = (select max(changed) + 1 from file), last_session = ?, last_answer = ?,
    last_step = ? where id = ?`,
  // What is noted of a recording dates its sessions.
  touchStream: `insert into touched select mention.session from mention join file on file.id = mention.file
    where file.path = ? and file.generation = 0 on conflict do nothing`,
  dropBlocks: 'delete from block where file = ? and start >= ?',
  dropLost: 'delete from lost where file = ? and start >= ?',
  addBlock:
    'insert into block (file, start, length, line, packed, unread, checksum) values (?, ?, ?, ?, ?, ?, ?)',
})

/**
 * Writes a chunk: its bytes, its facts and the cursor after it, inside the caller's transaction. Returns false and writes
 * `undefined` if the archive's cursor has moved, because another process was faster.
 */
export function writeChunk(database: Database, chunk: FileChunk, now: number): boolean {
  const run = sql(database)
  const cursor = run.cursor.get(chunk.file.path)
  const {from} = chunk
  if (from ? cursor?.['offset'] !== from.offset || cursor['lines'] !== from.lines : cursor) return false
  const file = cursor ? Number(cursor['id']) : addFile(database, chunk, now)
  // The incomplete line at the end was read before it was complete.
  if (cursor) run.dropBlocks.run(file, chunk.replaces)
  // What was lost from here on is read again.
  if (from) run.dropLost.run(file, from.offset)
  writeRows(database, file, chunk, cursor?.['last_session'] === null)
  if (cursor) moveCursor(database, file, chunk, now)
  return true
}

/** Writes a chunk of a file whose rows were deleted, inside the caller's transaction. When the file was seen does not change. */
export function rewriteChunk(database: Database, file: number, chunk: FileChunk): void {
  const {size, offset, lines, head, tail} = chunk.to
  const isNameless = sql(database).named.get(file)?.['last_session'] === null
  writeRows(database, file, chunk, isNameless)
  sql(database).moveAgain.run(chunk.file.kind, size, offset, lines, head, tail, file)
}

/** Writes the bytes and facts of a chunk. The lines of a nameless file name no session so far. */
function writeRows(database: Database, file: number, chunk: FileChunk, isNameless: boolean): void {
  const run = sql(database)
  const {from, facts} = chunk
  for (const {start, length, line, packed, isUnread, checksum} of chunk.blocks)
    run.addBlock.run(file, start, length, line, packed, Number(isUnread), checksum)
  const {session, response, lastStep} = facts.after
  if (isNameless && session !== undefined) renameSession(database, file, session)
  if (from) deleteReports(database, file, from.lines)
  writeFacts(database, file, facts)
  writeLeafTitles(database, file, session, facts.leaves)
  touchSessions(database, facts.sessions)
  const stream = streamOfNotes(chunk.file.path)
  if (stream !== undefined) run.touchStream.run(stream)
  run.noteChange.run(session ?? null, response ?? null, lastStep ? formatLastStep(lastStep) : null, file)
}

function addFile(database: Database, {file, source, to}: FileChunk, now: number): number {
  const {lastInsertRowid} = sql(database).addFile.run(
    file.path,
    file.root,
    file.kind,
    source.session ?? null,
    source.agent?.id ?? null,
    source.agent ? JSON.stringify(source.agent) : null,
    ...cursorAfter({file, to}, now),
    to.size,
  )
  return Number(lastInsertRowid)
}

function moveCursor(database: Database, id: number, chunk: FileChunk, now: number): void {
  sql(database).moveCursor.run(chunk.file.root, ...cursorAfter(chunk, now), id)
}

/** From `device` to `seen`, in the order of both statements. */
const cursorAfter = ({file, to}: Pick<FileChunk, 'file' | 'to'>, now: number): readonly SqlValue[] => [
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
