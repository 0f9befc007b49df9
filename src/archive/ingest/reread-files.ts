import type {Database, SqlRow} from '../sqlite/database/driver.ts'
import {forTables, statements, transaction} from '../sqlite/database/statements.ts'
import {decompressBlock} from '../sqlite/files/compress.ts'
import {foundFileOf} from '../sqlite/files/file-rows.ts'
import {blockColumns} from '../sqlite/files/read-block.ts'
import {touchSessionsOf} from '../sqlite/write/touch-sessions.ts'
import {rewriteChunk} from '../sqlite/write/write-chunk.ts'
import type {PackedBlock} from './file-chunk.ts'
import {describeSource, fileKind} from './list-files.ts'
import {type ByteSource, fileStart, readFileChunksFrom} from './read-file-chunks.ts'

const behindSql = statements({any: 'select 1 from behind limit 1'})
const drops = forTables(
  ['call', 'answer', 'report', 'mention', 'leaf_title'],
  (table) => `delete from ${table} where file = ?`,
)

const sql = statements({
  left: 'select count(*) as files, total(size) as bytes from behind join file on file.id = behind.file',
  next: 'select behind.file as id, file.* from behind left join file on file.id = behind.file order by behind.file limit 1',
  done: 'delete from behind where file = ?',
  blocks: 'select start, length from block where file = ? order by start',
  block: `select ${blockColumns} from block where file = ? and start = ?`,
  // While its rows are made, the blocks that they are made from are those of a file with a number that none has.
  setAside: 'update block set file = -file where file = ?',
  dropAside: 'delete from block where file = -?',
  titles: 'select session, custom_title, prompt_title from mention where file = ?',
  keepTitles: `update mention set custom_title = coalesce(custom_title, ?), prompt_title = coalesce(prompt_title, ?)
    where file = ? and session = ?`,
  forget:
    'update file set session = coalesce(?, session), last_session = null, last_answer = null, last_step = null where id = ?',
  dropKin: 'delete from kin',
  addKin: `insert into kin select distinct one.session, other.session from answer as one
    join answer as other on other.message = one.message and other.session <> one.session`,
})

/**
 * Reads files again that an older recount has kept, from the bytes that were kept of them, because recount notes something
 * else of them now. One file at a time, so that it can be stopped at any moment. `advance` is called with the bytes done.
 */
export async function rereadFiles(
  database: Database,
  advance: (done: number, all: number) => Promise<void> = async () => {},
): Promise<void> {
  // Mostly there is nothing, and then nothing is to be written.
  if (!behindSql(database).any.get()) return
  const all = Number(sql(database).left.get()?.['bytes'])
  while (transaction(database, () => readNext(database)))
    await advance(Math.max(0, all - Number(sql(database).left.get()?.['bytes'])), all)
}

function readNext(database: Database): boolean {
  const run = sql(database)
  const row = run.next.get()
  if (!row) return false
  if (row['path'] !== null) readAgain(database, row)
  run.done.run(Number(row['id']))
  if (!behindSql(database).any.get()) {
    // Sessions that only seemed to share a response are no longer related.
    run.dropKin.run()
    run.addKin.run()
  }
  return true
}

function readAgain(database: Database, row: SqlRow): void {
  const run = sql(database)
  const id = Number(row['id'])
  const found = foundFileOf(row)
  // Whether other files have records can only be seen on disk, where they may have changed.
  const kind = found.path.endsWith('.jsonl') ? fileKind(found.path) : undefined
  const file = {...found, kind: kind ?? found.kind}
  const parts = run.blocks.all(id).map(
    ({start, length}): ReadableBlock => ({
      start: Number(start),
      length: Number(length),
      read: () => decompressBlock(run.block.get(-id, Number(start)) ?? {}),
    }),
  )
  run.setAside.run(id)
  // What is damaged is left as it is: "recount doctor" makes everything again from what is left.
  if (!isWhole(parts, file.size)) {
    database.prepare('update block set file = -file where file = ?').run(-id)
    return
  }
  const titles = run.titles.all(id)
  touchSessionsOf(database, id)
  for (const drop of Object.values(drops(database))) drop.run(id)
  run.forget.run(describeSource(file).session ?? null, id)
  for (const chunk of readFileChunksFrom(joinStoredBlocks(parts), file, fileStart, false))
    rewriteChunk(database, id, chunk)
  run.dropAside.run(id)
  // Some are from notes next to the file, which may be deleted.
  for (const {session, custom_title: custom, prompt_title: prompt} of titles)
    run.keepTitles.run(custom ?? null, prompt ?? null, id, session ?? null)
}

/** Whether parts are all bytes of a file, and all of them can be read. */
function isWhole(parts: readonly ReadableBlock[], size: number): boolean {
  let end = 0
  for (const {start, length, read} of parts) {
    if (start !== end || read()?.length !== length) return false
    end += length
  }
  return end === size
}

/** A part of a file that was kept, with its place in the file as it was. */
export interface ReadableBlock extends Pick<PackedBlock, 'start' | 'length'> {
  read(): Uint8Array | undefined
}

/** Parts one after the other. They are unpacked one at a time. */
export function joinStoredBlocks(parts: readonly ReadableBlock[]): ByteSource & {readonly size: number} {
  const starts: number[] = []
  let size = 0
  for (const {length} of parts) {
    starts.push(size)
    size += length
  }
  let open: {readonly at: number; readonly bytes: Uint8Array} | undefined
  const bytesOf = (at: number): Uint8Array => {
    if (open?.at !== at) open = {at, bytes: parts[at]?.read() ?? new Uint8Array(0)}
    return open.bytes
  }
  return {
    size,
    read(offset, length) {
      const found: Uint8Array[] = []
      let left = Math.min(length, size - offset)
      let from = offset
      let at = Math.max(
        0,
        starts.findLastIndex((start) => start <= from),
      )
      while (left > 0 && at < parts.length) {
        const inPart = bytesOf(at).subarray(from - (starts[at] ?? 0))
        const part = inPart.subarray(0, left)
        found.push(part)
        left -= part.length
        from += part.length
        at += 1
      }
      return Buffer.concat(found)
    },
  }
}
