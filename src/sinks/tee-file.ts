import {open} from 'node:fs/promises'
import {privateFileMode} from '../files/private-files.ts'
import {toSinkError} from './sink-error.ts'

/** A file that gets the bytes of a source exactly as they came. */
interface TeeFile {
  /** Resolves when the bytes are written; they may be used for something else then. Fails with a `SinkError`. */
  write(bytes: Uint8Array): Promise<void>
  /** Resolves when everything that was given is in the file. */
  close(): Promise<void>
}

/** Creates the file so that only its owner can read it, or empties it: one that exists keeps the mode that its owner gave it. */
export async function teeFile(path: string): Promise<TeeFile> {
  const failed = (error: unknown): never => {
    throw toSinkError(error, path)
  }
  const file = await open(path, 'w', privateFileMode).catch(failed)
  let last: Promise<void> = Promise.resolve()
  return {
    write(bytes) {
      // One after the other, whether or not they are waited for; after a failure there would be a hole.
      const written = last.then(() => file.writeFile(bytes)).catch(failed)
      last = written
      return written
    },
    async close() {
      try {
        await last
      } finally {
        await file.close().catch(failed)
      }
    },
  }
}
