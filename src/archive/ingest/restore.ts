import {randomBytes} from 'node:crypto'
import {existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {dirname, join, relative, resolve} from 'node:path'
import {notesBeside} from '../../sources/index.ts'
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
  readonly root: string
}

/**
 * The files of one session: its own, its agents', what lies in its folder, and what was noted beside its recorded streams.
 * All of them where none is named.
 */
export function filesToRestore(database: Database, session?: string): readonly KeptFile[] {
  if (session === undefined)
    return read(database.prepare('select id, path, root from file order by path').all())
  const files = read(
    database
      .prepare(
        `select id, path, root from file where session = ?1 or path like '%/' || ?1 || '/%'
          or id in (select file from mention where session = ?1) order by path`,
      )
      .all(session),
  )
  const at = database.prepare('select id, path, root from file where path = ?')
  const beside = files.flatMap(({path}) => notesBeside(path).flatMap((note) => read(at.all(note))))
  const known = new Set(files.map(({id}) => id))
  return [...files, ...beside.filter(({id}) => !known.has(id))]
}

const read = (rows: readonly SqlRow[]): readonly KeptFile[] =>
  rows.map((row) => ({id: Number(row['id']), path: String(row['path']), root: String(row['root'])}))

/** Writes a kept file back byte for byte: below `folder` as it lay below its root, or where it was. Nothing else is overwritten. */
export function restoreFile(database: Database, file: KeptFile, folder: string | undefined): Restored {
  const path = folder === undefined ? file.path : placeIn(folder, file)
  const bytes = keptBytes(database, file)
  if (existsSync(path)) {
    if (readFileSync(path).equals(bytes)) return {path, bytes: bytes.length, there: true}
    throw new ArchiveError(`Cannot restore ${path}: something else is there; give another folder with --to.`)
  }
  mkdirSync(dirname(path), {recursive: true})
  // Its own name may be as long as a name can be.
  const draft = join(dirname(path), `.${randomBytes(4).toString('hex')}.restoring`)
  try {
    writeFileSync(draft, bytes)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, {force: true})
    throw error
  }
  return {path, bytes: bytes.length, there: false}
}

/** What cannot be unpacked was damaged without the database's noticing. */
function keptBytes(database: Database, {id, path}: KeptFile): Buffer {
  try {
    return Buffer.concat([...bytesOf(database, id)])
  } catch (error) {
    if (resultCode(error) !== undefined) throw error
    throw new ArchiveError(`Cannot restore ${path}: what was kept of it is damaged.`, {cause: error})
  }
}

/** A path below the folder, whatever the kept path says. */
function placeIn(folder: string, {path, root}: KeptFile): string {
  const target = resolve(folder)
  const place = join(target, relative(root, path).replaceAll('..', '__'))
  return place.startsWith(`${target}/`) ? place : join(target, path.replaceAll('/', '_'))
}
