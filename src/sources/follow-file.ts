import type {FSWatcher} from 'node:fs'
import {closeSync, openSync, readSync, watch} from 'node:fs'
import {newBell} from './bell.ts'
import {sourceError} from './source-error.ts'

const chunkSize = 64 * 1024

/** Where the system tells of changes, one that it did not tell is seen after this time; else all are. */
const told = 500
const untold = 20

/** How a file is followed. */
export interface Following {
  /** Resolves when nothing more is written; what is there by then is still given. */
  readonly ended: Promise<unknown>
  /** Where to begin, in bytes. */
  readonly from?: number
  /** Called when everything that is there was given. */
  readonly idle?: () => void
}

/** Gives the bytes of a file that grows, as they come. The buffer is used again for each piece. */
export async function* followFile(
  path: string,
  {ended, from = 0, idle}: Following,
): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(chunkSize)
  const bell = newBell()
  let over = false
  void ended.then(() => {
    over = true
    bell.ring()
  })
  let file: number | undefined
  let watcher: FSWatcher | undefined
  try {
    file = openSync(path, 'r')
    watcher = watchFile(path, bell.ring)
    let at = from
    for (;;) {
      // Asked before reading: what was written until then is read now.
      const isLast = over
      const length = readSync(file, buffer, 0, chunkSize, at)
      at += length
      if (length > 0) yield buffer.subarray(0, length)
      else if (isLast) return
      else {
        idle?.()
        await bell.wait(watcher ? told : untold)
      }
    }
  } catch (error) {
    throw sourceError(path, error)
  } finally {
    watcher?.close()
    if (file !== undefined) closeSync(file)
  }
}

/** Not every file system tells of changes, and the number of files that can be watched is limited. */
function watchFile(path: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, {persistent: false}, changed)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}
