import type {FoundFile} from '../ingest/list-files.ts'
import type {Start} from '../ingest/read-pieces.ts'
import {beginning, pieceOf, startAfter} from '../ingest/read-pieces.ts'
import type {Database, SqlRow} from '../sqlite/driver.ts'
import {bytesOf} from '../sqlite/file-rows.ts'
import {keepPiece} from '../sqlite/keep-piece.ts'
import {transaction} from '../sqlite/transaction.ts'

/** What was copied out of a damaged archive. */
export interface Copied {
  files: number
  bytes: number
  /** Files of which not everything could be read. */
  damaged: number
}

/** Copies what can still be read of a damaged archive into a new one: its files as far as their bytes go, and from these all rows. */
export async function copyReadable(damaged: Database, fresh: Database, now: number): Promise<Copied> {
  const saved: Copied = {files: 0, bytes: 0, damaged: 0}
  for (const {id, found} of filesOf(damaged)) {
    const kept = await saveFile(damaged, id, found, fresh, now)
    if (kept.bytes > 0) saved.files += 1
    saved.bytes += kept.bytes
    if (!kept.whole) saved.damaged += 1
  }
  return saved
}

async function saveFile(
  damaged: Database,
  id: number,
  file: FoundFile,
  fresh: Database,
  now: number,
): Promise<{readonly bytes: number; readonly whole: boolean}> {
  let at: Start = beginning
  let rest: Uint8Array = new Uint8Array(0)
  let whole = true
  const keep = async (chunk: Uint8Array, over: boolean): Promise<void> => {
    const end = file.kind === 'whole' ? chunk.length : chunk.lastIndexOf(0x0a) + 1
    const piece = pieceOf(file, at, at.offset > 0, chunk, end, over)
    const {offset} = at
    if (!over && piece.to.offset === offset) {
      // The record is not whole yet.
      rest = chunk
      return
    }
    transaction(fresh, () => keepPiece(fresh, piece, now))
    at = startAfter(piece)
    rest = chunk.slice(over ? chunk.length : piece.to.offset - offset)
  }
  for (const bytes of readable(bytesOf(damaged, id), () => (whole = false))) {
    const chunk = Buffer.concat([rest, bytes])
    if (file.kind === 'lines' && chunk.includes(0x0a)) await keep(chunk, false)
    else rest = chunk
  }
  if (rest.length > 0) await keep(rest, true)
  return {bytes: at.offset + rest.length, whole}
}

/** What comes before the first thing that cannot be read. */
function* readable(blocks: Generator<Uint8Array>, failed: () => void): Generator<Uint8Array> {
  try {
    for (;;) {
      const next = nextOf(blocks)
      if (next === undefined) return failed()
      if (next.done) return
      yield next.value
    }
  } finally {
    blocks.return(undefined)
  }
}

function nextOf(blocks: Generator<Uint8Array>): IteratorResult<Uint8Array> | undefined {
  try {
    return blocks.next()
  } catch {
    return undefined
  }
}

/** As many files as can still be listed, from both ends of what is damaged. The rest is read from disk again. */
function* filesOf(damaged: Database): Generator<{readonly id: number; readonly found: FoundFile}> {
  let last = Number.MIN_SAFE_INTEGER
  for (let row = rowOf(damaged, after, last); row; row = rowOf(damaged, after, last)) {
    last = Number(row['id'])
    yield {id: last, found: foundOf(row)}
  }
  let first = Number.MAX_SAFE_INTEGER
  for (let row = rowOf(damaged, before, first); row; row = rowOf(damaged, before, first)) {
    first = Number(row['id'])
    if (first <= last) return
    yield {id: first, found: foundOf(row)}
  }
}

const after = 'select * from file where id > ? order by id limit 1'
const before = 'select * from file where id < ? order by id desc limit 1'

function rowOf(damaged: Database, query: string, id: number): SqlRow | undefined {
  try {
    return damaged.prepare(query).get(id)
  } catch {
    return undefined
  }
}

const foundOf = (row: SqlRow): FoundFile => ({
  path: String(row['path']),
  root: String(row['root']),
  kind: row['kind'] === 'whole' ? 'whole' : 'lines',
  size: Number(row['size']),
  // It must be looked at again: what was saved may be less than what is on disk.
  modified: 0,
  device: String(row['device']),
  inode: String(row['inode']),
})
