import {closeSync, fstatSync, openSync, readSync, statSync} from 'node:fs'
import type {SqlValue} from '../sqlite/database/driver.ts'

/** A row as it is on a page, whichever table it belongs to. */
export interface PageRow {
  /** Of a table with row ids; those without have their key among the values. */
  readonly rowid: number | undefined
  /** How many values it has, and what kind each of the first ones is. */
  readonly types: readonly ColumnType[]
  /** The first values, as far as they are on the row's first page. */
  head(): readonly SqlValue[]
  /** Reads the values. Nothing, if a page they continue on is not what it should be. */
  read(): readonly SqlValue[] | undefined
}

/** What a value is, as a row's header has it. */
type ColumnType = 'null' | 'integer' | 'real' | 'blob' | 'text'

/**
 * Finds rows of an SQLite database page by page, without its trees: what is on a readable page is found, however damaged the
 * rest is. Pages of the log count as well. Rows may be older versions, so callers have to choose and to verify. They can be
 * read until everything is closed.
 * See https://www.sqlite.org/fileformat2.html for the format.
 */
export function openPageRows(path: string): {rows(): Generator<PageRow>; close(): void} {
  const main = isFile(path) ? openPages(path) : undefined
  const log = isFile(`${path}-wal`) ? openLog(`${path}-wal`) : undefined
  const size = main?.pageSize ?? log?.pageSize ?? 4096
  const newest: PageReader = (page) => log?.read(page) ?? main?.read(page)
  return {
    *rows() {
      for (let page = 1; page <= (main?.pages ?? 0); page += 1) {
        const bytes = main?.read(page)
        if (bytes) yield* rowsOn(bytes, page, size, [newest, (other) => main?.read(other)])
      }
      for (const {page, bytes} of log?.all() ?? []) yield* rowsOn(bytes, page, size, [newest])
    },
    close() {
      main?.close()
      log?.close()
    },
  }
}

const isFile = (path: string): boolean => statSync(path, {throwIfNoEntry: false})?.isFile() === true

type PageReader = (page: number) => Buffer | undefined

/** Read together, because pages are next to each other. */
const chunkPages = 256

function openPages(path: string) {
  const handle = openSync(path, 'r')
  const header = Buffer.alloc(100)
  readSync(handle, header, 0, 100, 0)
  const pageSize = pageSizeOf(header.readUInt16BE(16))
  const pages = Math.floor(fstatSync(handle).size / pageSize)
  const chunk = Buffer.alloc(pageSize * chunkPages)
  let first = 0
  let count = 0
  return {
    pageSize,
    pages,
    read(page: number): Buffer | undefined {
      if (page < 1 || page > pages) return undefined
      if (page >= first && page < first + count)
        return chunk.subarray((page - first) * pageSize, (page - first + 1) * pageSize)
      // Overflow pages of a row must not evict the pages that are being scanned.
      if (count > 0 && page !== first + count) {
        const single = Buffer.alloc(pageSize)
        return readSync(handle, single, 0, pageSize, (page - 1) * pageSize) === pageSize ? single : undefined
      }
      first = page
      count = Math.floor(readSync(handle, chunk, 0, chunk.length, (page - 1) * pageSize) / pageSize)
      return count > 0 ? chunk.subarray(0, pageSize) : undefined
    },
    close: () => closeSync(handle),
  }
}

/** A header may be damaged; then it is the size that SQLite gives new files. */
function pageSizeOf(found: number): number {
  const size = found === 1 ? 65_536 : found
  return size >= 512 && Number.isInteger(Math.log2(size)) ? size : 4096
}

const logHeader = 32
const frameHeader = 24

function openLog(path: string) {
  const handle = openSync(path, 'r')
  const header = Buffer.alloc(logHeader)
  readSync(handle, header, 0, logHeader, 0)
  const pageSize = pageSizeOf(header.readUInt32BE(8) % 65_536)
  const salts = header.subarray(16, 24)
  const frames: {readonly page: number; readonly offset: number}[] = []
  const newest = new Map<number, number>()
  const frame = Buffer.alloc(frameHeader)
  for (let at = logHeader; readSync(handle, frame, 0, frameHeader, at) === frameHeader; ) {
    const page = frame.readUInt32BE(0)
    // Frames of an earlier round stay behind those of the newest, with other salts.
    if (frame.subarray(8, 16).equals(salts)) {
      frames.push({page, offset: at + frameHeader})
      newest.set(page, at + frameHeader)
    }
    at += frameHeader + pageSize
  }
  const readAt = (offset: number): Buffer | undefined => {
    const bytes = Buffer.alloc(pageSize)
    return readSync(handle, bytes, 0, pageSize, offset) === pageSize ? bytes : undefined
  }
  return {
    pageSize,
    /** The newest version of a page. */
    read(page: number): Buffer | undefined {
      const offset = newest.get(page)
      return offset === undefined ? undefined : readAt(offset)
    },
    *all(): Generator<{readonly page: number; readonly bytes: Buffer}> {
      for (const {page, offset} of frames) {
        const bytes = readAt(offset)
        if (bytes) yield {page, bytes}
      }
    },
    close: () => closeSync(handle),
  }
}

/** Kinds of pages that have rows: of indexes and tables without row ids, inner and last, and the last ones of tables. */
const innerIndex = 0x02
const lastIndex = 0x0a
const lastTable = 0x0d

function* rowsOn(
  bytes: Buffer,
  page: number,
  usable: number,
  readers: readonly PageReader[],
): Generator<PageRow> {
  const start = page === 1 ? 100 : 0
  const kind = bytes[start]
  if (kind !== innerIndex && kind !== lastIndex && kind !== lastTable) return
  const pointers = start + (kind === innerIndex ? 12 : 8)
  const cells = Math.min(bytes.readUInt16BE(start + 3), Math.floor((usable - pointers) / 2))
  for (let cell = 0; cell < cells; cell += 1) {
    const row = rowAt(bytes, bytes.readUInt16BE(pointers + cell * 2), kind, usable, readers)
    if (row) yield row
  }
}

function rowAt(
  bytes: Buffer,
  offset: number,
  kind: number,
  usable: number,
  readers: readonly PageReader[],
): PageRow | undefined {
  const reader = readVarints(bytes, kind === innerIndex ? offset + 4 : offset)
  const size = reader.next()
  const rowid = kind === lastTable ? reader.next() : undefined
  if (size === undefined || size < 2 || size > maxRow || (kind === lastTable && rowid === undefined))
    return undefined
  const local = localSize(size, kind, usable)
  if (reader.at() + local > bytes.length) return undefined
  // The page is read again into the same buffer.
  const here = Buffer.from(bytes.subarray(reader.at(), reader.at() + local))
  const next =
    local < size && reader.at() + local + 4 <= bytes.length ? bytes.readUInt32BE(reader.at() + local) : 0
  const header = headerOf(here)
  if (!header || header.end + header.types.reduce((sum, type) => sum + sizeOf(type), 0) !== size)
    return undefined
  return {
    rowid,
    types: header.types.map(nameOf),
    head: () => valuesOf(here, {...header, types: startOf(header, here.length)}),
    read() {
      for (const read of readers) {
        const payload = local === size ? here : joined(here, next, size, usable, read)
        if (payload) return valuesOf(payload, header)
      }
      return undefined
    },
  }
}

/** SQLite's own limit for a row. */
const maxRow = 1_000_000_000

/** How many bytes of a row are on its page; the others are on pages that follow each other. */
function localSize(size: number, kind: number, usable: number): number {
  const maxLocal = kind === lastTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (size <= maxLocal) return size
  const minLocal = Math.floor(((usable - 12) * 32) / 255) - 23
  const rest = minLocal + ((size - minLocal) % (usable - 4))
  return rest <= maxLocal ? rest : minLocal
}

function joined(
  here: Buffer,
  first: number,
  size: number,
  usable: number,
  read: PageReader,
): Buffer | undefined {
  const parts = [here]
  let length = here.length
  let page = first
  while (length < size) {
    const bytes = read(page)
    if (!bytes) return undefined
    const part = Buffer.from(bytes.subarray(4, Math.min(usable, 4 + size - length)))
    parts.push(part)
    length += part.length
    page = bytes.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

interface RowHeader {
  readonly end: number
  readonly types: readonly number[]
}

function headerOf(payload: Buffer): RowHeader | undefined {
  const reader = readVarints(payload, 0)
  const end = reader.next()
  if (end === undefined || end < 1 || end > payload.length) return undefined
  const types: number[] = []
  while (reader.at() < end) {
    const type = reader.next()
    if (type === undefined || type === 10 || type === 11) return undefined
    types.push(type)
  }
  return reader.at() === end ? {end, types} : undefined
}

const integerSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0] as const

const sizeOf = (type: number): number => integerSizes[type] ?? Math.floor((type - 12) / 2)

function nameOf(type: number): ColumnType {
  if (type === 0) return 'null'
  if (type === 7) return 'real'
  if (type < 10) return 'integer'
  return type % 2 === 0 ? 'blob' : 'text'
}

/** The types of values that end before a number of bytes. */
function startOf({end, types}: RowHeader, length: number): readonly number[] {
  let at = end
  const beyond = types.findIndex((type) => {
    at += sizeOf(type)
    return at > length
  })
  return beyond === -1 ? types : types.slice(0, beyond)
}

function valuesOf(payload: Buffer, {end, types}: RowHeader): readonly SqlValue[] {
  let at = end
  return types.map((type) => {
    const bytes = payload.subarray(at, at + sizeOf(type))
    at += bytes.length
    if (type === 0) return null
    if (type === 8 || type === 9) return type - 8
    if (type === 7) return bytes.readDoubleBE(0)
    if (type === 6) return Number(bytes.readBigInt64BE(0))
    if (type < 6) return bytes.readIntBE(0, bytes.length)
    return type % 2 === 0 ? new Uint8Array(bytes) : bytes.toString('utf8')
  })
}

/** Reads SQLite's numbers of variable length: seven bits in a byte, the first ones first, and eight in the ninth. */
function readVarints(bytes: Buffer, start: number): {next(): number | undefined; at(): number} {
  let at = start
  return {
    at: () => at,
    next() {
      let value = 0n
      for (let length = 1; length <= 9; length += 1) {
        const byte = bytes[at]
        if (byte === undefined) return undefined
        at += 1
        if (length === 9) {
          value = (value << 8n) | BigInt(byte)
          break
        }
        value = (value << 7n) | BigInt(byte & 0x7f)
        if (byte < 0x80) break
      }
      const number = Number(BigInt.asIntN(64, value))
      return number < 0 || !Number.isSafeInteger(number) ? undefined : number
    },
  }
}
