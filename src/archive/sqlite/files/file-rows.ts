import {notesFilesOf, type SourceFile} from '../../../sources/index.ts'
import type {ArchivedFile} from '../../archive.ts'
import {ArchiveError} from '../../archive-error.ts'
import type {FileCursor} from '../../ingest/compare-file.ts'
import type {OpenBlock} from '../../ingest/file-chunk.ts'
import type {FoundFile} from '../../ingest/list-files.ts'
import {type Database, optionalNumber, optionalText, type SqlRow} from '../database/driver.ts'
import {statements} from '../database/statements.ts'
import {renameSession, touchSessionsOf} from '../write/touch-sessions.ts'
import {parseLastStep} from './last-step-text.ts'
import {blockColumns, readBlock} from './read-block.ts'

const columns =
  'id, path, kind, size, modified, device, inode, offset, lines, head, tail, verified, vanished, last_session, last_answer, last_step'

const sql = statements({
  all: `select ${columns} from file where generation = 0`,
  at: `select ${columns} from file where generation = 0 and path = ?`,
  roots: 'select distinct root from file where generation = 0',
  lastBlock: `select ${blockColumns}, line, unread from block where file = ? and start < ? order by start desc limit 1`,
  // Another process may have changed the row since the cursor was read; then nothing is written.
  touch: `update file set modified = ?, inode = ?, device = ?, verified = size, seen = ?, vanished = null
    where id = ? and path = ? and generation = 0 and size = ?`,
  verify: 'update file set verified = ? where id = ? and path = ? and generation = 0',
  move: `update file set path = ?1, root = ?, device = ?, inode = ?, seen = ?, vanished = null
    where id = ? and path = ? and generation = 0
      and not exists (select 1 from file where path = ?1 and generation = 0)`,
  vanish: 'update file set vanished = ? where id = ? and path = ? and generation = 0 and vanished is null',
  replace: `update file set generation = (select max(generation) + 1 from file where path = ?1)
    where id = ? and path = ?1 and generation = 0 and size = ?`,
  agent: 'update file set agent = ?, meta = ? where path = ?',
  kind: `update file set kind = ?, session = ?, changed = (select max(changed) + 1 from file)
    where id = ? and path = ? and generation = 0 and kind <> ?1`,
})

/** Every file that is known by its path. */
export function* readCursors(database: Database): Generator<FileCursor> {
  for (const row of sql(database).all.iterate()) yield cursorOf(row)
}

/** What is known of the file at a path. */
export function findCursor(database: Database, path: string): FileCursor | undefined {
  const row = sql(database).at.get(path)
  return row && cursorOf(row)
}

/** The columns of a file that are known without reading it. */
export const foundFileOf = (row: SqlRow): FoundFile => ({
  path: String(row['path']),
  root: String(row['root']),
  kind: row['kind'] === 'whole' ? 'whole' : 'lines',
  size: Number(row['size']),
  modified: Number(row['modified']),
  device: String(row['device']),
  inode: String(row['inode']),
})

function cursorOf(row: SqlRow): FileCursor {
  const {root, ...found} = foundFileOf(row)
  return {
    ...found,
    id: Number(row['id']),
    offset: Number(row['offset']),
    lines: Number(row['lines']),
    head: String(row['head']),
    tail: String(row['tail']),
    verified: Number(row['verified']),
    vanished: optionalNumber(row['vanished']),
    thread: {
      session: optionalText(row['last_session']),
      response: optionalText(row['last_answer']),
      lastStep: parseLastStep(row['last_step']),
    },
  }
}

/** The folders that files were found below. */
export const listRoots = (database: Database): readonly string[] =>
  sql(database)
    .roots.all()
    .map(({root}) => String(root))

/** The last block with complete lines, without an incomplete one at its end. Parts of a line that is too long are left alone. */
export function readLastBlock(database: Database, {id, offset}: FileCursor): OpenBlock | undefined {
  const row = sql(database).lastBlock.get(id, offset)
  // A damaged block is left alone, and new content starts another one.
  const bytes = row && row['unread'] !== 1 ? readBlock(database, row) : undefined
  if (!row || !bytes) return undefined
  const start = Number(row['start'])
  return {start, line: Number(row['line']), bytes: bytes.subarray(0, offset - start)}
}

/** The bytes of a file as they were kept, block by block. Gives to `damaged` how many bytes are damaged where, and skips them. */
export function* readFileBytes(
  database: Database,
  file: number,
  damaged: (start: number, length: number) => void = () => {
    throw new ArchiveError('Cannot read a block of the archive: it is damaged.')
  },
): Generator<Uint8Array> {
  // A separate statement, because several files can be read at the same time.
  const blocks = database.prepare(`select ${blockColumns} from block where file = ? order by start`)
  for (const row of blocks.iterate(file)) {
    const bytes = readBlock(database, row)
    if (bytes) yield bytes
    else damaged(Number(row['start']), Number(row['length']))
  }
}

const archivedColumns = `id, path, kind, generation, root, size,
  (select total(length) from lost where lost.file = file.id) as lost`

/**
 * The kept files of one session: its own, its agents', what is in its folder, and what was noted next to its recorded streams.
 * All of them if none is named.
 */
export function listArchivedFiles(database: Database, session?: string): readonly ArchivedFile[] {
  if (session === undefined)
    return readArchivedFiles(
      database.prepare(`select ${archivedColumns} from file order by path, generation`).all(),
    )
  const files = readArchivedFiles(
    database
      .prepare(
        `select ${archivedColumns} from file where session = ?1 or path like '%/' || ?1 || '/%'
          or id in (select file from mention where session = ?1) order by path, generation`,
      )
      .all(session),
  )
  const at = database.prepare(`select ${archivedColumns} from file where path = ? order by generation`)
  const beside = files.flatMap(({path}) =>
    notesFilesOf(path).flatMap((note) => readArchivedFiles(at.all(note))),
  )
  const known = new Set(files.map(({id}) => id))
  return [...files, ...beside.filter(({id}) => !known.has(id))]
}

const readArchivedFiles = (rows: readonly SqlRow[]): readonly ArchivedFile[] =>
  rows.map((row) => ({
    id: Number(row['id']),
    path: String(row['path']),
    kind: row['kind'] === 'whole' ? 'whole' : 'lines',
    generation: Number(row['generation']),
    root: String(row['root']),
    size: Number(row['size']),
    lost: Number(row['lost']),
  }))

/** Notes that a file is what it was, though the system says it was touched: all of it was compared. */
export function markTouched(
  database: Database,
  {id, path, size, modified}: FileCursor,
  found: FoundFile,
  now: number,
): void {
  sql(database).touch.run(found.modified, found.inode, found.device, now, id, path, size)
  // A repair does not know when a file was written, and streams without times are dated by that.
  if (modified === 0) touchSessionsOf(database, id)
}

/** Notes that all that was kept of a file is still at its beginning. */
export function markVerified(database: Database, {id, path, size}: FileCursor): void {
  sql(database).verify.run(size, id, path)
}

/** Notes that a file has another path. Gives false if another process did, or has read what is there. */
export function markMoved(
  database: Database,
  {id, path}: FileCursor,
  found: FoundFile,
  now: number,
): boolean {
  const {changes} = sql(database).move.run(found.path, found.root, found.device, found.inode, now, id, path)
  return touchIfChanged(database, id, changes)
}

/** Notes that a file is no longer on disk; its archived content stays. */
export function markVanished(database: Database, {id, path}: FileCursor, now: number): void {
  sql(database).vanish.run(now, id, path)
}

/** Keeps the old content of a path as an older generation, because the file was replaced. Returns false if another process did. */
export function markReplaced(database: Database, {id, path, size}: FileCursor): boolean {
  return touchIfChanged(database, id, sql(database).replace.run(path, id, size).changes)
}

/** Which of several copies counts is decided by paths and generations, so the sessions of a file that has another are made again. */
function touchIfChanged(database: Database, id: number, changes: number | bigint): boolean {
  if (Number(changes) === 0) return false
  touchSessionsOf(database, id)
  return true
}

/**
 * Notes that a file is of another kind than an older recount took it for: the journal of a workflow is not a conversation of
 * its own, and what was read of it belongs to the session it is in.
 */
export function changeKind(
  database: Database,
  {id, path}: FileCursor,
  found: FoundFile,
  session: string | undefined,
): void {
  touchSessionsOf(database, id)
  const {changes} = sql(database).kind.run(found.kind, session ?? null, id, path)
  if (Number(changes) > 0 && session !== undefined) renameSession(database, id, session)
}

/** Notes the agent of the transcript at a path, if there is one. */
export function updateAgent(database: Database, {path, agent}: SourceFile): void {
  if (agent) sql(database).agent.run(agent.id, JSON.stringify(agent), path)
}
