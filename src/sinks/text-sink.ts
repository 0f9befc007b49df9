import type {Writable} from 'node:stream'
import {toSinkError} from './sink-error.ts'

/** A place for text that may go away: `| head` closes it, and that is no error. A full disk is one. */
export interface TextSink {
  /** Resolves when the text is written, or nobody reads any more; fails with a `SinkError`. */
  write(text: string): Promise<void>
  /** The same for bytes, which need be no text; a sink that only tests look at may do without. */
  writeBytes?(bytes: Uint8Array): Promise<void>
  readonly closed: boolean
}

/** Writes to a stream of the process, waits where it is full, and falls silent once nobody reads. */
export function textSink(stream: Writable): TextSink {
  let closed = false
  // Every failure also comes to the write that met it; without a listener the event would end the process.
  stream.on('error', () => {})
  const write = (text: string | Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (error?: unknown): void => {
        if (isGone(error)) closed = true
        if (error && !closed) reject(toSinkError(error))
        else resolve()
      }
      try {
        if (closed) settle()
        else stream.write(text, settle)
      } catch (error) {
        // Files are written at once, and older Node throws their errors instead of handing them on.
        settle(error)
      }
    })
  return {
    get closed() {
      return closed
    },
    write,
    writeBytes: write,
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')
