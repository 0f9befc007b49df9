import type {Stats} from 'node:fs'
import {closeSync, constants, fstatSync, openSync} from 'node:fs'

/** A file that is open for reading. */
export interface OpenFile {
  readonly handle: number
  readonly about: Stats
}

/** To open a pipe would wait for its writer, perhaps for ever; not every system has a word against it. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Opens a regular file. What was put in its place, as a pipe or a device that never ends, is as good as no file. */
export function openFile(path: string): OpenFile {
  const handle = openSync(path, flags)
  try {
    const about = fstatSync(handle)
    if (!about.isFile()) throw new Error(`Cannot read ${path}: it is no regular file.`)
    return {handle, about}
  } catch (error) {
    closeSync(handle)
    throw error
  }
}
