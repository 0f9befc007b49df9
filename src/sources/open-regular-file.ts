import {closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync} from 'node:fs'
import {emptyObject, parseObject} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'

/** A file that is open for reading. */
export interface OpenFile {
  readonly handle: number
  readonly about: Stats
}

/**
 * A link may lead anywhere on the disk, and opening a pipe waits for its writer, perhaps for ever. Windows has neither
 * flag.
 */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Opens a regular file that was found in a folder. A link, a pipe, a device or a folder is refused. */
export function openRegularFile(path: string): OpenFile {
  const handle = openSync(path, flags)
  try {
    const about = fstatSync(handle)
    if (!about.isFile()) throw new Error(`Cannot read ${path}: it is not a regular file.`)
    return {handle, about}
  } catch (error) {
    closeSync(handle)
    throw error
  }
}

/** Opens a regular file for some work, and closes it. */
export function withRegularFile<Result>(path: string, work: (file: OpenFile) => Result): Result {
  const file = openRegularFile(path)
  try {
    return work(file)
  } finally {
    closeSync(file.handle)
  }
}

/** The size and the last change of a file; zeros if it is missing or cannot be read, which reading it reports. */
export function readFileStat(path: string): {readonly size: number; readonly modified: number} {
  try {
    const {size, mtimeMs} = statSync(path)
    return {size, modified: mtimeMs}
  } catch {
    return {size: 0, modified: 0}
  }
}

/** The JSON object in a small regular file; an empty one if there is none, or it is cut off. */
export const readSmallObject = (path: string, maxBytes: number): JsonObject =>
  parseObject(readSmallFile(path, maxBytes) ?? '') ?? emptyObject

/** The text of a small regular file; `undefined` if there is none, or it is too large. */
export function readSmallFile(path: string, maxBytes: number): string | undefined {
  try {
    return withRegularFile(path, ({handle, about}) =>
      about.size > maxBytes ? undefined : readFileSync(handle, 'utf8'),
    )
  } catch {
    return undefined
  }
}
