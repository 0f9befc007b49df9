import {createHash, randomBytes} from 'node:crypto'
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import {dirname, join, resolve, sep} from 'node:path'
import {makeFolder, makePrivateFolder} from '../files/make-folder.ts'
import {openPrivateFile} from '../files/private-files.ts'
import {SinkError, toSinkError} from './sink-error.ts'

/** What came of a page: whether it had to be written, and how long it is. */
interface WrittenPage {
  readonly changed: boolean
  readonly bytes: number
}

/** A page that is being written piece by piece; nobody sees it before it is whole. */
interface Draft {
  write(piece: string | Uint8Array): void
  /** Puts it in its place, unless the same stands there already. */
  finish(): WrittenPage
  /** Removes what was written; after `finish` there is nothing to remove. */
  drop(): void
}

/** A folder that pages are written below, each in one step: what stood there stays until the new one is whole. */
export interface PageFolder {
  readonly path: string
  /** Begins a page. Its name is a path below the folder, with `/`. */
  begin(name: string): Draft
  write(name: string, content: string | Uint8Array): WrittenPage
  /** The size of a page, where it is there. */
  sizeOf(name: string): number | undefined
  read(name: string): string | undefined
  remove(name: string): void
  /** Removes what was begun and not finished. */
  drop(): void
}

const draftName = /^\.recount-[0-9a-f]{16}\.draft$/

/** Drafts that are older were left behind by a run that was killed. */
const staleMs = 10 * 60_000

/**
 * Opens a folder to write below, making it with its first page. Pages are made to be handed on, so that the user's umask
 * decides who can read them, unless they are to be private.
 */
export function openPageFolder(path: string, now: number, isPrivate = false): PageFolder {
  const drafts = new Set<Draft>()
  const made = new Set<string>()
  /** Where a page is; a name that leads out of the folder is a mistake of ours. */
  const placeOf = (name: string): string => {
    const place = resolve(path, ...name.split('/'))
    if (!place.startsWith(path.endsWith(sep) ? path : path + sep))
      throw new SinkError(`Cannot write ${name}: it is not below ${path}.`)
    return place
  }
  const begin = (name: string): Draft => {
    const place = placeOf(name)
    const folder = dirname(place)
    const temporary = join(folder, `.recount-${randomBytes(8).toString('hex')}.draft`)
    const guarded = <T>(step: () => T): T => {
      try {
        return step()
      } catch (error) {
        draft.drop()
        throw toSinkError(error, place)
      }
    }
    const hash = createHash('sha256')
    let bytes = 0
    let file: number | undefined
    let isThere = false
    const close = (): void => {
      if (file !== undefined) closeSync(file)
      file = undefined
    }
    const draft: Draft = {
      write(piece) {
        const buffer = toBuffer(piece)
        hash.update(buffer)
        bytes += buffer.length
        guarded(() => writeAll(file, buffer))
      },
      finish: () =>
        guarded(() => {
          close()
          const changed = hashFile(place, bytes) !== hash.digest('hex')
          if (changed) {
            renameSync(temporary, place)
            drafts.delete(draft)
          } else draft.drop()
          return {changed, bytes}
        }),
      drop() {
        if (!drafts.delete(draft)) return
        close()
        if (isThere) rmSync(temporary, {force: true})
      },
    }
    drafts.add(draft)
    guarded(() => {
      if (!made.has(folder)) {
        if (isPrivate) makePrivateFolder(folder)
        else makeFolder(folder)
        sweep(folder, now)
        made.add(folder)
      }
      file = isPrivate ? openPrivateFile(temporary, 'wx') : openSync(temporary, 'wx')
      isThere = true
    })
    return draft
  }
  return {
    path,
    begin,
    write(name, content) {
      // Most pages that are made again are the same, and then nothing needs to be written at all.
      const bytes = toBuffer(content)
      if (hasContent(placeOf(name), bytes)) return {changed: false, bytes: bytes.length}
      const draft = begin(name)
      draft.write(bytes)
      return draft.finish()
    },
    sizeOf: (name) => pageSize(placeOf(name)),
    read(name) {
      try {
        return readFileSync(placeOf(name), 'utf8')
      } catch {
        return undefined
      }
    },
    remove: (name) => rmSync(placeOf(name), {force: true}),
    drop() {
      for (const draft of [...drafts]) draft.drop()
    },
  }
}

const toBuffer = (content: string | Uint8Array): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.length)

function writeAll(file: number | undefined, bytes: Uint8Array): void {
  if (file === undefined) throw new SinkError('Cannot write a page: it is closed.')
  // A disk that is nearly full takes a part of it before it refuses the rest.
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

function pageSize(place: string): number | undefined {
  try {
    const about = statSync(place)
    return about.isFile() ? about.size : undefined
  } catch {
    return undefined
  }
}

function hasContent(place: string, bytes: Buffer): boolean {
  if (pageSize(place) !== bytes.length) return false
  try {
    return readFileSync(place).equals(bytes)
  } catch {
    return false
  }
}

function hashFile(place: string, size: number): string | undefined {
  if (pageSize(place) !== size) return undefined
  try {
    return createHash('sha256').update(readFileSync(place)).digest('hex')
  } catch {
    return undefined
  }
}

function sweep(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((entry) => draftName.test(entry))) {
    const path = join(folder, name)
    const about = statSync(path, {throwIfNoEntry: false})
    if (about && now - about.mtimeMs > staleMs) rmSync(path, {force: true})
  }
}
