import {randomBytes} from 'node:crypto'
import {closeSync, existsSync, readSync, renameSync, rmSync, writeSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {makePrivateFolder} from '../../files/make-folder.ts'
import {openPrivateFile} from '../../files/private-files.ts'
import {notesBeside, openRegularFile} from '../../sources/index.ts'
import {ArchiveError} from '../archive-error.ts'
import type {Database, SqlRow} from '../sqlite/driver.ts'
import {resultCode} from '../sqlite/error-kind.ts'
import {bytesOf} from '../sqlite/file-rows.ts'

/** A file that was written back. */
export interface Restored {
  readonly path: string
  readonly bytes: number
  /** It was there already, byte for byte. */
  readonly there: boolean
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

/** Writes a kept file to a path, byte for byte and block by block. Nothing else is overwritten, and no part of a file is left. */
export function restoreFile(database: Database, file: KeptFile, path: string): Restored {
  if (existsSync(path)) {
    const bytes = sizeIfSame(path, keptBytes(database, file))
    if (bytes !== undefined) return {path, bytes, there: true}
    throw new ArchiveError(`Cannot restore ${path}: something else is there; give another folder with --to.`)
  }
  makePrivateFolder(dirname(path))
  // Its own name may be as long as a name can be.
  const draft = join(dirname(path), `.${randomBytes(4).toString('hex')}.restoring`)
  try {
    const bytes = writeAll(draft, keptBytes(database, file))
    renameSync(draft, path)
    return {path, bytes, there: false}
  } catch (error) {
    rmSync(draft, {force: true})
    throw error
  }
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

/** What cannot be unpacked was damaged without the database's noticing. */
function* keptBytes(database: Database, {id, path}: KeptFile): Generator<Uint8Array> {
  try {
    yield* bytesOf(database, id)
  } catch (error) {
    if (resultCode(error) !== undefined) throw error
    throw new ArchiveError(`Cannot restore ${path}: a part of what was kept of it is damaged.`, {
      cause: error,
    })
  }
}
