import {randomBytes} from 'node:crypto'
import {closeSync, existsSync, readSync, renameSync, rmSync, writeSync} from 'node:fs'
import {basename, dirname, join, relative, resolve, sep} from 'node:path'
import {makePrivateFolder} from '../files/make-folder.ts'
import {openPrivateFile} from '../files/private-files.ts'
import {describeFile, openRegularFile} from '../sources/index.ts'
import type {ArchivedFile, ArchiveReader} from './archive.ts'
import {ArchiveError} from './archive-error.ts'

/** A file that was written back. */
interface Restored {
  readonly path: string
  readonly bytes: number
  /** It was there already, byte for byte. */
  readonly there: boolean
  /** Bytes of it that are damaged or lost. */
  readonly missing: number
}

/** An archived file, and the path to restore it to. */
interface RestoreTarget {
  readonly file: ArchivedFile
  readonly path: string
}

/**
 * The file of a session that is read: its own transcript, of several copies the largest; else a stream with its lines; else
 * the file of an agent. Older contents of a path are last.
 */
export function mainFile(session: string, files: readonly ArchivedFile[]): ArchivedFile | undefined {
  const lines = files.filter(({kind}) => kind === 'lines')
  const described = lines.map((file) => ({file, about: describeFile(file.path)}))
  const own = described.filter(({about}) => about.session === session && !about.agent)
  own.sort(
    (a, b) => Number(a.file.generation > 0) - Number(b.file.generation > 0) || b.file.size - a.file.size,
  )
  const found =
    own[0] ??
    described.find(({file, about}) => !about.agent && file.generation === 0) ??
    described.find(({about}) => !about.agent) ??
    described[0]
  return found?.file
}

/** Whether a file is a stream that was recorded. */
export const isRecordedStream = ({path}: ArchivedFile): boolean => /[\\/]stream(?:-\d+)?\.jsonl$/.test(path)

/**
 * The files of a session that are read together: its main file, and if that is a recorded stream the others too. A
 * session that was recorded in several runs has a stream of each. If only the files of agents are left, these are read.
 */
export function mainFiles(session: string, files: readonly ArchivedFile[]): readonly ArchivedFile[] {
  const main = mainFile(session, files)
  if (!main) return []
  const rest = files.filter(
    ({kind, generation, path}) => kind === 'lines' && generation === 0 && path !== main.path,
  )
  if (isRecordedStream(main)) return [main, ...rest.filter(isRecordedStream)]
  if (!describeFile(main.path).agent) return [main]
  // Copies in other folders have the same name.
  const byName = new Map(rest.map((file) => [basename(file.path), file]))
  byName.delete(basename(main.path))
  return [main, ...byName.values()]
}

/** Writes all files of a session below a folder, also those of which something is missing; gives their places and how many bytes are missing. */
export async function restoreSession(
  archive: Pick<ArchiveReader, 'bytes' | 'files'>,
  session: string,
  folder: string,
): Promise<{readonly places: readonly RestoreTarget[]; readonly missing: number}> {
  const places = restoreTargets(await archive.files(session), folder)
  let missing = 0
  for (const {file, path} of places) missing += (await restoreFile(archive, file, path, 'in place')).missing
  return {places, missing}
}

/**
 * The paths of restored files: the original ones, or below a folder as they were below the indexed folder. If
 * two of them would have one place there, because they were found in different folders, all are placed as they were
 * below what these folders have in common. An older content of a path has its number behind its name.
 */
export function restoreTargets(
  files: readonly ArchivedFile[],
  folder: string | undefined,
): readonly RestoreTarget[] {
  const current = files.filter(({generation}) => generation === 0)
  const placeOf =
    folder === undefined ? (file: ArchivedFile) => file.path : placesBelow(resolve(folder), current)
  const taken = new Set(current.map(placeOf))
  return files.map((file) => {
    const place = placeOf(file)
    if (file.generation === 0) return {file, path: place}
    let number = file.generation
    while (taken.has(`${place}~${number}`)) number += 1
    taken.add(`${place}~${number}`)
    return {file, path: `${place}~${number}`}
  })
}

function placesBelow(folder: string, files: readonly ArchivedFile[]): (file: ArchivedFile) => string {
  const fromRoot = ({path, root}: ArchivedFile): string => join(folder, inside(relative(root, path)))
  if (new Set(files.map(fromRoot)).size === files.length) return fromRoot
  const shared = sharedFolder(files.map(({root}) => resolve(root)))
  return ({path}) => join(folder, inside(relative(shared, path)))
}

/** A path that stays below the folder, whatever the archived path is. */
const inside = (path: string): string =>
  path
    .split(sep)
    .map((name) => (name === '..' ? '__' : name))
    .join(sep)

/** The folder that all of these are in. */
function sharedFolder(folders: readonly string[]): string {
  const [first = [], ...others] = folders.map((folder) => folder.split(sep))
  const length = first.findIndex((name, at) => others.some((names) => names[at] !== name))
  return (length === -1 ? first : first.slice(0, length)).join(sep) || sep
}

/** The path of an incomplete file: another name, so that it is not mistaken for the complete file, or its own. */
type IncompletePlace = 'next to it' | 'in place'

/**
 * Writes an archived file to a path, byte for byte and block by block. Nothing is overwritten. If a part of it is damaged or
 * lost, the rest is written to `<path>.damaged`, unless it is wanted in place.
 */
export async function restoreFile(
  archive: Pick<ArchiveReader, 'bytes'>,
  file: ArchivedFile,
  path: string,
  incomplete: IncompletePlace = 'next to it',
): Promise<Restored> {
  if (existsSync(path)) {
    const bytes = await sizeIfSame(path, archive.bytes(file))
    if (bytes !== undefined && missingIn(file, bytes) === 0) return {path, bytes, there: true, missing: 0}
    throw new ArchiveError(
      `Cannot restore ${path}: another file is in its place. Choose another folder with --to.`,
    )
  }
  makePrivateFolder(dirname(path))
  // Its own name may be as long as a name can be.
  const draft = join(dirname(path), `.${randomBytes(4).toString('hex')}.restoring`)
  try {
    const bytes = await writeAll(draft, archive.bytes(file))
    const missing = missingIn(file, bytes)
    const place = missing > 0 && incomplete === 'next to it' ? `${path}.damaged` : path
    if (place !== path && existsSync(place) && (await sizeIfSame(place, archive.bytes(file))) === undefined)
      throw new ArchiveError(
        `Cannot restore all of ${path}: ${missing} bytes are damaged or lost, and another file is at ${place}. Choose another folder with --to.`,
      )
    renameSync(draft, place)
    return {path: place, bytes, there: false, missing}
  } catch (error) {
    rmSync(draft, {force: true})
    throw error
  }
}

/** How many bytes of a file are missing: damaged now, or lost in an earlier repair. */
const missingIn = ({size, lost}: ArchivedFile, bytes: number): number => Math.abs(size - bytes) + lost

async function writeAll(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = openPrivateFile(path, 'wx')
  try {
    let size = 0
    for await (const bytes of chunks) {
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
      size += bytes.length
    }
    return size
  } finally {
    closeSync(handle)
  }
}

/** How many bytes a file has, if they are just these. */
async function sizeIfSame(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number | undefined> {
  const {handle, about} = openRegularFile(path)
  try {
    let size = 0
    for await (const bytes of chunks) {
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
