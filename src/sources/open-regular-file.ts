import type {Stats} from 'node:fs'
import {closeSync, constants, fstatSync, openSync, readFileSync} from 'node:fs'
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

/** Opens a regular file that was found by looking around. A link, a pipe, a device or a folder in its place is refused. */
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

/** The JSON object in a small regular file; an empty one if there is none, or it is torn. */
export const readSmallObject = (path: string, maxBytes: number): JsonObject =>
  parseObject(readSmallFile(path, maxBytes) ?? '') ?? emptyObject

/** The text of a small regular file, such as one with notes on another; nothing if there is none, or it is larger than that. */
export function readSmallFile(path: string, maxBytes: number): string | undefined {
  try {
    const {handle, about} = openRegularFile(path)
    try {
      return about.size > maxBytes ? undefined : readFileSync(handle, 'utf8')
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined
  }
}
