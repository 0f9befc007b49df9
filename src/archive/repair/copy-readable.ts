import {closeSync, readSync} from 'node:fs'
import {dirname, join, sep} from 'node:path'
import {openRegularFile} from '../../sources/index.ts'
import type {Loss} from '../archive.ts'
import {type FoundFile, fileKind, findFile} from '../ingest/list-files.ts'
import {type ByteSource, fileStart, readFileChunksFrom} from '../ingest/read-file-chunks.ts'
import {joinStoredBlocks, type ReadableBlock} from '../ingest/reread-files.ts'
import {mergeCurations} from '../sqlite/curation/curation-rows.ts'
import type {Database} from '../sqlite/database/driver.ts'
import {statements, transaction} from '../sqlite/database/statements.ts'
import {writeChunk} from '../sqlite/write/write-chunk.ts'
import {type FoundFileRow, findRows, type Hole} from './find-rows.ts'

/** What was copied out of a damaged archive. */
export interface CopiedFiles {
  readonly files: number
  readonly bytes: number
  readonly lost: readonly Loss[]
}

const sql = statements({
  added: 'select id from file where path = ? and generation = 0',
  note: `update file set generation = ?, vanished = ?, session = coalesce(?, session), agent = coalesce(?, agent),
    meta = coalesce(?, meta) where id = ?`,
  lose: `insert into lost (file, start, length, noticed) values (?, ?, ?, ?)
    on conflict do update set length = length + excluded.length`,
})

/**
 * Copies every block that can be found on the pages of a damaged archive into a new one, with the files they belong to, and
 * makes all rows from them. What is missing of a file is read from disk, if all the rest of it is there as well;
 * otherwise it is lost, and the bytes after it follow those before.
 */
export function copyReadable(path: string, fresh: Database, now: number): CopiedFiles {
  const {files, blocks, losses, curations, close} = findRows(path)
  const roots = [...new Set([...files.values()].flatMap(({about}) => about?.root ?? []))]
  const unnamed = [...blocks.keys()].filter((id) => !files.has(id))
  const rows = numberApart([...files.values(), ...unnamed.map((id) => unnamedFile(path, id))])
  // Older contents first, because each is added as the newest of its path.
  rows.sort((a, b) => order(a) - order(b) || a.id - b.id)
  let copied = 0
  let bytes = 0
  const lost: Loss[] = []
  try {
    // Nothing else has them. Older versions are found as well; the newest one counts.
    mergeCurations(fresh, curations)
    for (const row of rows) {
      const content = contentOf(row, blocks.get(row.id) ?? [])
      try {
        const file = foundOf(row, content, roots)
        const size = copyFile(fresh, row, file, content, losses.get(row.id) ?? [], now)
        if (size > 0) copied += 1
        bytes += size
        const missing = content.holes.reduce((sum, {length}) => sum + length, 0)
        const isUnknown = content.size === 0 && !row.about && !content.isOnDisk
        if (missing > 0 || isUnknown)
          lost.push({path: row.path, generation: row.generation, bytes: isUnknown ? undefined : missing})
      } finally {
        content.close()
      }
    }
  } finally {
    close()
  }
  return {files: copied, bytes, lost}
}

/**
 * Gives every content of a path a different number. Pages that are no longer used have rows from before a file was moved or
 * replaced, so two files can have one path and one number: the newer one keeps it.
 */
function numberApart(rows: readonly FoundFileRow[]): FoundFileRow[] {
  const taken = new Set<string>()
  const keyOf = ({path, generation}: FoundFileRow): string => `${generation} ${path}`
  const newestFirst = [...rows].sort((a, b) => b.id - a.id)
  const first: FoundFileRow[] = []
  const again: FoundFileRow[] = []
  for (const row of newestFirst) {
    if (taken.has(keyOf(row))) again.push(row)
    else first.push(row)
    taken.add(keyOf(row))
  }
  return [
    ...first,
    ...again.reverse().map((row) => {
      let {generation} = row
      while (taken.has(keyOf({...row, generation}))) generation += 1
      taken.add(keyOf({...row, generation}))
      return {...row, generation}
    }),
  ]
}

/** The newest content of a path is the last of them. */
const order = ({generation}: FoundFileRow): number =>
  generation === 0 ? Number.MAX_SAFE_INTEGER : generation

/** A file whose name is lost gets one next to the archive. */
const unnamedFile = (archive: string, id: number): FoundFileRow => ({
  id,
  path: join(dirname(archive), 'recovered', `file-${id}.jsonl`),
  generation: 0,
  about: undefined,
})

function foundOf(
  {path, about}: FoundFileRow,
  {size, isOnDisk}: Content,
  roots: readonly string[],
): FoundFile {
  const root = roots.filter((folder) => path.startsWith(folder + sep)).sort((a, b) => b.length - a.length)[0]
  const place = root ?? dirname(path)
  const found = !about && isOnDisk ? findFile(path, place) : undefined
  if (found) return {...found, size}
  return {
    path,
    root: about?.root ?? place,
    kind: about?.kind ?? fileKind(path) ?? 'lines',
    size,
    // If that is not known, it is looked at again.
    modified: about?.modified ?? 0,
    device: about?.device ?? '',
    inode: about?.inode ?? '',
  }
}

function copyFile(
  fresh: Database,
  row: FoundFileRow,
  file: FoundFile,
  content: Content,
  losses: readonly Hole[],
  now: number,
): number {
  if (content.size === 0 && (!row.about || (content.holes.length > 0 && row.generation > 0))) return 0
  for (const chunk of readFileChunksFrom(content, file, fileStart, false))
    transaction(fresh, () => writeChunk(fresh, chunk, now))
  const id = sql(fresh).added.get(row.path)?.['id']
  if (id === undefined) return 0
  transaction(fresh, () => {
    const {vanished, session, agent, meta} = row.about ?? {}
    const noted = [vanished, session, agent, meta].map((value) => value ?? null)
    sql(fresh).note.run(row.generation, ...noted, Number(id))
    for (const {start, length} of [...losses, ...content.holes])
      sql(fresh).lose.run(Number(id), start, length, now)
  })
  return content.size
}

/** The bytes of a file without what is lost of it. */
interface Content extends ByteSource {
  readonly size: number
  /** Where bytes are missing, by their place in what is left. */
  readonly holes: readonly Hole[]
  /** It is read from the file itself. */
  readonly isOnDisk: boolean
  close(): void
}

function contentOf({path, generation, about}: FoundFileRow, blocks: readonly ReadableBlock[]): Content {
  const parts = partsOf(blocks)
  const known = parts.slice(-1).reduce((_, {start, length}) => start + length, 0)
  const size = Math.max(about?.size ?? 0, known)
  const holes = holesIn(parts, size)
  if (generation > 0 || (about && holes.length === 0))
    return {...joinStoredBlocks(parts), holes, isOnDisk: false, close: () => {}}
  const disk = openIfSame(path, parts, known)
  if (!disk) return {...joinStoredBlocks(parts), holes, isOnDisk: false, close: () => {}}
  // Without a row nothing says how much there was; a row that says more than block and disk together is damaged itself.
  const isAll = !about || disk.size >= size || disk.size === known
  const end = about ? Math.min(size, disk.size) : disk.size
  return {...disk, isOnDisk: true, size: end, holes: isAll ? [] : [{start: end, length: size - end}]}
}

/** Those blocks that make up a file: of several of one place the longest that can be read, and none that overlap. */
function partsOf(blocks: readonly ReadableBlock[]): readonly ReadableBlock[] {
  const sorted = [...blocks].sort((a, b) => a.start - b.start || b.length - a.length)
  const parts: ReadableBlock[] = []
  let end = 0
  for (const block of sorted) {
    if (block.start < end || block.length <= 0 || !block.read()) continue
    parts.push(block)
    end = block.start + block.length
  }
  return parts
}

/** Where bytes are missing between parts, by their place in what is left. */
function holesIn(parts: readonly ReadableBlock[], size: number): readonly Hole[] {
  const holes: Hole[] = []
  let end = 0
  let left = 0
  for (const {start, length} of parts) {
    if (start > end) holes.push({start: left, length: start - end})
    end = start + length
    left += length
  }
  if (size > end) holes.push({start: left, length: size - end})
  return holes
}

/** Opens a file on disk, if it is at least as long as what was kept of it and has all the same bytes as far as these are known. */
function openIfSame(
  path: string,
  parts: readonly ReadableBlock[],
  least: number,
): (ByteSource & {readonly size: number; close(): void}) | undefined {
  try {
    const {handle, about} = openRegularFile(path)
    const read = (offset: number, length: number): Uint8Array => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, length === 0 ? 0 : readSync(handle, bytes, 0, length, offset))
    }
    const isSame =
      about.size >= least &&
      parts.every(
        ({start, length, read: kept}) => Buffer.compare(read(start, length), kept() ?? Buffer.alloc(0)) === 0,
      )
    if (isSame) return {read, size: about.size, close: () => closeSync(handle)}
    closeSync(handle)
  } catch {
    // It does not exist any more.
  }
  return undefined
}
