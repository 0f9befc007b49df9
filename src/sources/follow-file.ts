import {closeSync, type FSWatcher, openSync, readSync, watch} from 'node:fs'
import {toSourceError} from './source-error.ts'
import {newWakeSignal} from './wake-signal.ts'

const chunkSize = 64 * 1024

/** How long a change can stay unnoticed if the system reports changes, in case it missed one, and if it does not. */
const watchedPollMs = 500
const unwatchedPollMs = 20

/** How a file is followed. */
export interface FollowFileOptions {
  /** Resolves when nothing more is written; what was written before is still given. */
  readonly ended: Promise<unknown>
  /** Where to begin, in bytes. */
  readonly from?: number
  /** Called when everything that was written was given. */
  readonly onIdle?: () => void
}

/** Gives the bytes of a growing file as they are written. The buffer is reused for each chunk. */
export async function* followFile(
  path: string,
  {ended, from = 0, onIdle}: FollowFileOptions,
): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(chunkSize)
  const signal = newWakeSignal()
  let over = false
  void ended.then(() => {
    over = true
    signal.wake()
  })
  let file: number | undefined
  let watcher: FSWatcher | undefined
  try {
    file = openSync(path, 'r')
    watcher = watchFile(path, signal.wake)
    let at = from
    for (;;) {
      // Read before reading the file, so everything that was written until the end is read.
      const isLast = over
      const length = readSync(file, buffer, 0, chunkSize, at)
      at += length
      if (length > 0) yield buffer.subarray(0, length)
      else if (isLast) return
      else {
        onIdle?.()
        await signal.wait(watcher ? watchedPollMs : unwatchedPollMs)
      }
    }
  } catch (error) {
    throw toSourceError(path, error)
  } finally {
    watcher?.close()
    if (file !== undefined) closeSync(file)
  }
}

/** Not every file system reports changes, and the number of files that can be watched is limited. */
function watchFile(path: string, changed: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, {persistent: false}, changed)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}
