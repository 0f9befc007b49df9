import type {SourceFile} from '../../sources/index.ts'
import type {Cursor} from '../ingest/judge-file.ts'
import type {FoundFile} from '../ingest/list-files.ts'
import type {Database, SqlRow, SqlValue} from './driver.ts'
import {unpack} from './pack.ts'
import {statements} from './statements.ts'

const columns =
  'id, path, kind, size, modified, device, inode, offset, lines, head, tail, vanished, last_session, last_answer'

const sql = statements({
  all: `select ${columns} from file where replaced = 0`,
  at: `select ${columns} from file where replaced = 0 and path = ?`,
  dropMentions: `delete from mention where file = ?1 and session in
    (select session from mention where file = (select id from file where path = ?2))`,
  roots: 'select distinct root from file where replaced = 0',
  lastBlock:
    'select start, length, line, packed from block where file = ? and start < ? order by start desc limit 1',
  blocks: 'select packed from block where file = ? order by start',
  sameSize: 'update file set modified = ?, inode = ?, device = ?, seen = ?, vanished = null where id = ?',
  move: 'update file set path = ?, root = ?, device = ?, inode = ?, seen = ?, vanished = null where id = ?',
  vanish: 'update file set vanished = ? where id = ? and vanished is null',
  versions: 'select count(*) as count from file where replaced > 0 and path like ? escape ?',
  replace: 'update file set path = path || ?, replaced = ? where id = ?',
  agent: 'update file set agent = ?, meta = ? where path = ?',
})

/** Every file that is known by its path. */
export function* cursorsOf(database: Database): Generator<Cursor> {
  for (const row of sql(database).all.iterate()) yield cursorOf(row)
}

/** What is known of the file at a path. */
export function cursorAt(database: Database, path: string): Cursor | undefined {
  const row = sql(database).at.get(path)
  return row && cursorOf(row)
}

function cursorOf(row: SqlRow): Cursor {
  const {vanished} = row
  return {
    id: Number(row['id']),
    path: String(row['path']),
    kind: row['kind'] === 'whole' ? 'whole' : 'lines',
    size: Number(row['size']),
    modified: Number(row['modified']),
    device: String(row['device']),
    inode: String(row['inode']),
    offset: Number(row['offset']),
    lines: Number(row['lines']),
    head: String(row['head']),
    tail: String(row['tail']),
    vanished: vanished === null || vanished === undefined ? undefined : Number(vanished),
    thread: {session: textOf(row['last_session']), answer: textOf(row['last_answer'])},
  }
}

const textOf = (value: SqlValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The folders that files were found below. */
export const knownRoots = (database: Database): readonly string[] =>
  sql(database)
    .roots.all()
    .map(({root}) => String(root))

/** The block that holds the last whole line, as far as its lines are whole. */
export function lastBlockOf(
  database: Database,
  {id, offset}: Cursor,
): {readonly start: number; readonly line: number; readonly bytes: Uint8Array} | undefined {
  const row = sql(database).lastBlock.get(id, offset)
  if (!row || !(row['packed'] instanceof Uint8Array)) return undefined
  const start = Number(row['start'])
  return {start, line: Number(row['line']), bytes: unpack(row['packed']).subarray(0, offset - start)}
}

/** The bytes of a file as they were kept, block by block. */
export function* bytesOf(database: Database, file: number): Generator<Uint8Array> {
  for (const {packed} of sql(database).blocks.iterate(file)) {
    if (packed instanceof Uint8Array) yield unpack(packed)
  }
}

/** Notes that a file is what it was, though the system says it was touched. */
export function noteTouched(database: Database, {id}: Cursor, found: FoundFile, now: number): void {
  sql(database).sameSize.run(found.modified, found.inode, found.device, now, id)
}

/** Notes that a file has another path. */
export function noteMoved(database: Database, {id}: Cursor, found: FoundFile, now: number): void {
  sql(database).move.run(found.path, found.root, found.device, found.inode, now, id)
}

/** Notes that a file is no longer on disk; all that was kept of it stays. */
export function noteVanished(database: Database, {id}: Cursor, now: number): void {
  sql(database).vanish.run(now, id)
}

/** Keeps the old content of a path under another name, because the path holds something else now. */
export function noteReplaced(database: Database, {id, path}: Cursor): void {
  const run = sql(database)
  const like = `${path.replaceAll(/[\\%_]/g, '\\$&')}~%`
  const number = Number(run.versions.get(like, '\\')?.['count'] ?? 0) + 1
  run.replace.run(`~${number}`, number, id)
}

/** Notes what is known of the agent whose transcript lies at a path, where there is one. */
export function noteAgent(database: Database, {path, agent}: SourceFile): void {
  if (agent) sql(database).agent.run(agent.id, JSON.stringify(agent), path)
}

/** Takes out of an older content of a path what its newer one says as well. Its bytes stay. */
export function dropDoubles(database: Database, {id}: Cursor, path: string): void {
  sql(database).dropMentions.run(id, path)
}
