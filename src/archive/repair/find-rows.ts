import {isAbsolute} from 'node:path'
import {addToList} from '../../model/maps.ts'
import type {CuratedItem} from '../curation/curation.ts'
import type {FoundFile} from '../ingest/list-files.ts'
import type {ReadableBlock} from '../ingest/reread-files.ts'
import {readCurationRow} from '../sqlite/curation/curation-rows.ts'
import {optionalNumber, optionalText, type SqlValue} from '../sqlite/database/driver.ts'
import {decompressBlock} from '../sqlite/files/compress.ts'
import {openPageRows, type PageRow} from './scan-pages.ts'

/** A file of a damaged archive, as far as its row could be found. */
export interface FoundFileRow {
  readonly id: number
  readonly path: string
  readonly generation: number
  /** Missing if only the index of paths could be read. */
  readonly about: KnownFile | undefined
}

interface KnownFile extends Omit<FoundFile, 'path'> {
  /** What was known of it from files next to it, which may be gone. */
  readonly session: string | undefined
  readonly agent: string | undefined
  readonly meta: string | undefined
  readonly vanished: number | undefined
}

/** Bytes that are missing at an offset in what is left of a file. */
export type Hole = Pick<ReadableBlock, 'start' | 'length'>

/** Finds the files and blocks of an archive on its pages, by the shape of their rows. Blocks can be read until `close`. */
export function findRows(path: string) {
  const files = new Map<number, FoundFileRow & {readonly order: number}>()
  const paths = new Map<number, FoundFileRow>()
  /** By the ids of their files. There may be several of one place, not all of them readable. */
  const blocks = new Map<number, ReadableBlock[]>()
  /** What was lost of files in earlier repairs. */
  const losses = new Map<number, Hole[]>()
  /** What users said; there may be older versions. */
  const curations: CuratedItem[] = []
  const pages = openPageRows(path)
  for (const row of pages.rows()) {
    if (isBlock(row)) {
      const [file, start, length] = row.head().map(Number)
      if (file === undefined || start === undefined || length === undefined) continue
      addToList(blocks, file, {start, length, read: () => bytesOf(row.read())})
    } else if (isLoss(row)) {
      const [file = 0, start = 0, length = 0] = row.head().map(Number)
      addToList(losses, file, {start, length})
    } else if (isCuration(row)) {
      const item = readCurationRow(row.read() ?? [])
      if (item) curations.push(item)
    } else if (isFile(row)) {
      const found = fileOf(row)
      // Pages that are no longer used may have older rows of the same file.
      if (found && found.order >= (files.get(found.id)?.order ?? 0)) files.set(found.id, found)
    } else if (isPath(row)) {
      const [path, generation, id] = row.read() ?? []
      if (typeof path === 'string' && isAbsolute(path))
        paths.set(Number(id), {id: Number(id), path, generation: Number(generation), about: undefined})
    }
  }
  return {files: new Map([...paths, ...files]), blocks, losses, curations, close: pages.close}
}

const startsWith = (row: PageRow, ...types: readonly PageRow['types'][number][]): boolean =>
  types.every((type, at) => row.types[at] === type)

/** file, start, length, line, packed, and since later migrations unread and checksum */
const isBlock = (row: PageRow): boolean =>
  row.rowid === undefined && startsWith(row, 'integer', 'integer', 'integer', 'integer', 'blob')

/** file, start, length, noticed */
const isLoss = (row: PageRow): boolean =>
  row.rowid === undefined &&
  row.types.length === 4 &&
  startsWith(row, 'integer', 'integer', 'integer', 'integer')

/** session, message, name, starred, hidden, tags, note, changed, checksum */
const isCuration = (row: PageRow): boolean =>
  row.rowid === undefined &&
  row.types.length === 9 &&
  startsWith(row, 'text', 'text') &&
  row.types[8] === 'integer'

/** The row of a path in the index that keeps paths unique: path, generation, id */
const isPath = (row: PageRow): boolean =>
  row.rowid === undefined && row.types.length === 3 && startsWith(row, 'text', 'integer', 'integer')

/** How many columns `file` had before migration 5, and has since then. */
const columnsBefore = 21
const columnsSince = 22

const isFile = (row: PageRow): boolean =>
  row.rowid !== undefined &&
  (row.types.length === columnsBefore || row.types.length === columnsSince) &&
  startsWith(row, 'null', 'text')

function bytesOf(values: readonly SqlValue[] | undefined): Uint8Array | undefined {
  const [, , length, , packed, , checksum] = values ?? []
  return length === undefined || packed === undefined
    ? undefined
    : decompressBlock({length, packed, checksum: checksum ?? null})
}

function fileOf(row: PageRow): (FoundFileRow & {readonly order: number}) | undefined {
  const values = row.read()
  if (!values || row.rowid === undefined) return undefined
  const isOld = values.length === columnsBefore
  const path = String(values[1])
  const [root, kind, session, agent, meta, device, inode, size, modified, offset] = values.slice(
    isOld ? 2 : 3,
  )
  const [vanished, replaced, changed] = isOld
    ? [values[16], Number(values[17]), values[18]]
    : [values[18], Number(values[2]), values[19]]
  const seen = values[isOld ? 15 : 17]
  if ((kind !== 'lines' && kind !== 'whole') || typeof root !== 'string' || !isAbsolute(path))
    return undefined
  return {
    id: row.rowid,
    // Older contents had their number in their path.
    path: isOld && replaced > 0 ? path.slice(0, -`~${replaced}`.length) : path,
    generation: replaced,
    about: {
      root,
      kind,
      device: String(device),
      inode: String(inode),
      size: sizeOf(size, offset),
      modified: sizeOf(modified),
      session: optionalText(session),
      agent: optionalText(agent),
      meta: optionalText(meta),
      vanished: optionalNumber(vanished),
    },
    order: Number(changed) * 2 ** 42 + Number(seen),
  }
}

/** A number that is damaged may be anything. A file is read to its end, or to its last line. */
const sizeOf = (value: SqlValue | undefined, offset: SqlValue | undefined = 0): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && Number(offset) >= 0 && Number(offset) <= value
    ? value
    : 0
