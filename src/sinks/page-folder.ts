import {createHash, randomBytes} from 'node:crypto'
import {closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync} from 'node:fs'
import {dirname, join, resolve, sep} from 'node:path'
import {makeFolder, makePrivateFolder} from '../files/make-folder.ts'
import {openPrivateFile, writeAll} from '../files/private-files.ts'
import {SinkError, toSinkError} from './sink-error.ts'

/** A written page: whether it changed, and its size. */
interface WrittenPage {
  readonly changed: boolean
  readonly bytes: number
}

/** A page that is written in chunks and becomes visible when it is complete. */
interface Draft {
  write(chunk: string | Uint8Array): void
  /** Moves it to its place, unless the same content is already there. */
  finish(): WrittenPage
  /** Removes it, unless it is finished. */
  drop(): void
}

/** A folder for pages. Each page is replaced in one step, when the new one is complete. */
export interface PageFolder {
  readonly path: string
  /** Starts a page. Its name is a path below the folder, with `/`. */
  begin(name: string): Draft
  write(name: string, content: string | Uint8Array): WrittenPage
  /** The size of a page, if it exists. */
  sizeOf(name: string): number | undefined
  read(name: string): string | undefined
  remove(name: string): void
  /** Removes unfinished pages. */
  drop(): void
}

const draftName = /^\.recount-[0-9a-f]{16}\.draft$/

/** Older drafts are from a run that was killed. */
const staleMs = 10 * 60_000

/**
 * Opens a folder for pages; it is created with the first page. Pages are meant to be shared, so the user's umask decides who
 * can read them, unless they are private.
 */
export function openPageFolder(path: string, now: number, isPrivate = false): PageFolder {
  const drafts = new Set<Draft>()
  const made = new Set<string>()
  /** The path of a page. A name that leads out of the folder would be a bug. */
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
      write(chunk) {
        const buffer = toBuffer(chunk)
        hash.update(buffer)
        bytes += buffer.length
        guarded(() => {
          if (file === undefined) throw new SinkError('Cannot write a page: it is closed.')
          writeAll(file, buffer)
        })
      },
      finish: () =>
        guarded(() => {
          close()
          const old = readIfSize(place, bytes)
          const changed = !old || !createHash('sha256').update(old).digest().equals(hash.digest())
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
      // Most pages are unchanged, and then nothing is written.
      const bytes = toBuffer(content)
      if (readIfSize(placeOf(name), bytes.length)?.equals(bytes)) return {changed: false, bytes: bytes.length}
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

function pageSize(place: string): number | undefined {
  try {
    const about = statSync(place)
    return about.isFile() ? about.size : undefined
  } catch {
    return undefined
  }
}

/** The content of a page, if it exists and has this size. */
function readIfSize(place: string, size: number): Buffer | undefined {
  try {
    return pageSize(place) === size ? readFileSync(place) : undefined
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
