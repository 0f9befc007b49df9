import {closeSync, fstatSync, openSync, readSync, statSync} from 'node:fs'
import {devNull} from 'node:os'
import {isatty} from 'node:tty'
import {SourceError, toSourceError} from './source-error.ts'

const chunkSize = 256 * 1024

/**
 * Gives a file's bytes in chunks. The buffer is reused for each chunk, so memory does not depend on the file's size.
 * Reading is synchronous, which is twice as fast as streams if nothing else waits.
 */
export function* readChunks(path: string): Generator<Uint8Array> {
  const buffer = new Uint8Array(chunkSize)
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    if (isEndless(file)) throw new SourceError(`Cannot read ${path}: it is a device, not a file.`)
    for (;;) {
      const length = readSync(file, buffer, 0, chunkSize, null)
      if (length === 0) return
      yield length === chunkSize ? buffer : buffer.subarray(0, length)
    }
  } catch (error) {
    throw toSourceError(path, error)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** A device such as `/dev/zero` never ends. A pipe, a terminal and the null device do. */
function isEndless(file: number): boolean {
  const about = fstatSync(file)
  if (!about.isCharacterDevice() && !about.isBlockDevice()) return false
  return !isatty(file) && about.rdev !== statSync(devNull).rdev
}
