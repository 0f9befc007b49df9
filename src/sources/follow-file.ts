import type {FSWatcher} from 'node:fs'
import {closeSync, openSync, readSync, watch} from 'node:fs'
import {toSourceError} from './source-error.ts'
import {newWakeSignal} from './wake-signal.ts'

const chunkSize = 64 * 1024

/** Where the system tells of changes, one that it did not tell is seen after this time; else all are. */
const watchedPollMs = 500
const unwatchedPollMs = 20

/** How a file is followed. */
export interface FollowFileOptions {
  /** Resolves when nothing more is written; what is there by then is still given. */
  readonly ended: Promise<unknown>
  /** Where to begin, in bytes. */
  readonly from?: number
  /** Called when everything that is there was given. */
  readonly onIdle?: () => void
}

/** Gives the bytes of a file that grows, as they come. The buffer is used again for each piece. */
export async function* followFile(
  path: string,
  {ended, from = 0, onIdle}: FollowFileOptions,
): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(chunkSize)
  const bell = newWakeSignal()
  let over = false
  void ended.then(() => {
    over = true
    bell.wake()
  })
  let file: number | undefined
  let watcher: FSWatcher | undefined
  try {
    file = openSync(path, 'r')
    watcher = watchFile(path, bell.wake)
    let at = from
    for (;;) {
      // Asked before reading: what was written until then is read now.
      const isLast = over
      const length = readSync(file, buffer, 0, chunkSize, at)
      at += length
      if (length > 0) yield buffer.subarray(0, length)
      else if (isLast) return
      else {
        onIdle?.()
        await bell.wait(watcher ? watchedPollMs : unwatchedPollMs)
      }
    }
  } catch (error) {
    throw toSourceError(path, error)
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
