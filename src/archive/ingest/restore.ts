import {randomBytes} from 'node:crypto'
import {closeSync, existsSync, readSync, renameSync, rmSync, writeSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {makePrivateFolder} from '../../files/make-folder.ts'
import {openPrivateFile} from '../../files/private-files.ts'
import {notesBeside, openRegularFile} from '../../sources/index.ts'
import {ArchiveError} from '../archive-error.ts'
import type {Database, SqlRow} from '../sqlite/driver.ts'
import {bytesOf} from '../sqlite/file-rows.ts'

/** A file that was written back. */
export interface Restored {
  readonly path: string
  readonly bytes: number
  /** It was there already, byte for byte. */
  readonly there: boolean
  /** Bytes of it that are damaged or lost. */
  readonly missing: number
}

/** A kept file, as far as writing it back needs. */
export interface KeptFile {
  readonly id: number
  readonly path: string
  /** Lines that are read, or a whole that belongs to them. */
  readonly kind: 'lines' | 'whole'
  /** 0 for what the path had last; older contents are numbered from 1, the oldest first. */
  readonly generation: number
  readonly root: string
}

const columns = 'id, path, kind, generation, root'

/**
 * The files of one session: its own, its agents', what lies in its folder, and what was noted beside its recorded streams.
 * All of them where none is named.
 */
export function filesToRestore(database: Database, session?: string): readonly KeptFile[] {
  if (session === undefined)
    return read(database.prepare(`select ${columns} from file order by path, generation`).all())
  const files = read(
    database
      .prepare(
        `select ${columns} from file where session = ?1 or path like '%/' || ?1 || '/%'
          or id in (select file from mention where session = ?1) order by path, generation`,
      )
      .all(session),
  )
  const at = database.prepare(`select ${columns} from file where path = ? order by generation`)
  const beside = files.flatMap(({path}) => notesBeside(path).flatMap((note) => read(at.all(note))))
  const known = new Set(files.map(({id}) => id))
  return [...files, ...beside.filter(({id}) => !known.has(id))]
}

const read = (rows: readonly SqlRow[]): readonly KeptFile[] =>
  rows.map((row) => ({
    id: Number(row['id']),
    path: String(row['path']),
    kind: row['kind'] === 'whole' ? 'whole' : 'lines',
    generation: Number(row['generation']),
    root: String(row['root']),
  }))

/** Where a file goes of which something is missing: under another name, so that nobody takes it for the file, or in its place. */
export type IncompletePlace = 'beside' | 'in place'

/**
 * Writes a kept file to a path, byte for byte and block by block. Nothing else is overwritten. If a part of it is damaged or
 * lost, the rest is written to `<path>.damaged`, unless it is wanted in place.
 */
export function restoreFile(
  database: Database,
  file: KeptFile,
  path: string,
  incomplete: IncompletePlace = 'beside',
): Restored {
  const readable = (): Iterable<Uint8Array> => bytesOf(database, file.id, () => {})
  if (existsSync(path)) {
    const bytes = sizeIfSame(path, readable())
    if (bytes !== undefined && missingIn(database, file, bytes) === 0)
      return {path, bytes, there: true, missing: 0}
    throw new ArchiveError(`Cannot restore ${path}: something else is there; give another folder with --to.`)
  }
  makePrivateFolder(dirname(path))
  // Its own name may be as long as a name can be.
  const draft = join(dirname(path), `.${randomBytes(4).toString('hex')}.restoring`)
  try {
    const bytes = writeAll(draft, readable())
    const missing = missingIn(database, file, bytes)
    const place = missing > 0 && incomplete === 'beside' ? `${path}.damaged` : path
    if (place !== path && existsSync(place) && sizeIfSame(place, readable()) === undefined)
      throw new ArchiveError(
        `Cannot restore all of ${path}: ${missing} bytes are damaged or lost, and something else is at ${place}. Give another folder with --to.`,
      )
    renameSync(draft, place)
    return {path: place, bytes, there: false, missing}
  } catch (error) {
    rmSync(draft, {force: true})
    throw error
  }
}

/** How many bytes of a file are missing among so many that could be read: damaged now, or lost in an earlier repair. */
function missingIn(database: Database, {id}: KeptFile, bytes: number): number {
  const row = database
    .prepare(
      'select size, (select total(length) from lost where lost.file = file.id) as lost from file where id = ?',
    )
    .get(id)
  return Math.abs(Number(row?.['size'] ?? 0) - bytes) + Number(row?.['lost'] ?? 0)
}

function writeAll(path: string, blocks: Iterable<Uint8Array>): number {
  const handle = openPrivateFile(path, 'wx')
  try {
    let size = 0
    for (const bytes of blocks) {
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
      size += bytes.length
    }
    return size
  } finally {
    closeSync(handle)
  }
}

/** How many bytes a file has, if they are just these. */
function sizeIfSame(path: string, blocks: Iterable<Uint8Array>): number | undefined {
  const {handle, about} = openRegularFile(path)
  try {
    let size = 0
    for (const bytes of blocks) {
      const present = Buffer.allocUnsafe(bytes.length)
      let length = 0
      while (length < bytes.length) {
        const count = readSync(handle, present, length, bytes.length - length, size + length)
        if (count === 0) return undefined
        length += count
      }
      if (present.compare(bytes) !== 0) return undefined
      size += bytes.length
    }
    return size === about.size ? size : undefined
  } finally {
    closeSync(handle)
  }
}
