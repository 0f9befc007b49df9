import {closeSync, openSync, readSync} from 'node:fs'
import {toSourceError} from './source-error.ts'

const headSize = 64 * 1024

/** The beginning of a file as Latin-1, for its first lines. */
export function readHead(path: string): string {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const buffer = Buffer.alloc(headSize)
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, headSize, 0))
  } catch (error) {
    throw toSourceError(path, error)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
