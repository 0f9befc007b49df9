import {open} from 'node:fs/promises'
import {privateFileMode} from '../files/private-files.ts'
import {toSinkError} from './sink-error.ts'

/** Opens a file that gets the exact bytes of a source. Creates it so that only its owner can read it. An existing file is emptied and keeps its mode. */
export async function teeFile(path: string) {
  const failed = (error: unknown): never => {
    throw toSinkError(error, path)
  }
  const file = await open(path, 'w', privateFileMode).catch(failed)
  let last: Promise<void> = Promise.resolve()
  return {
    /** Resolves when the bytes are written and the buffer can be reused. Fails with a `SinkError`. */
    write(bytes: Uint8Array): Promise<void> {
      // One after the other, even if not awaited; after a failure, nothing is written, to avoid a gap.
      const written = last.then(() => file.writeFile(bytes)).catch(failed)
      last = written
      return written
    },
    /** Resolves when everything is in the file. */
    async close(): Promise<void> {
      try {
        await last
      } finally {
        await file.close().catch(failed)
      }
    },
  }
}
