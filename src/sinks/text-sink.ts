import type {Writable} from 'node:stream'
import {toSinkError} from './sink-error.ts'

/** An output for text. If its reader closes it, as `| head` does, that is not an error; a full disk is. */
export interface TextSink {
  /** Resolves when the text is written or the reader is gone; fails with a `SinkError`. */
  write(text: string): Promise<void>
  /** The same for bytes; optional, because sinks of tests need none. */
  writeBytes?(bytes: Uint8Array): Promise<void>
  readonly closed: boolean
}

/** Writes to a stream, waits while it is full, and ignores text when the reader is gone. */
export function textSink(stream: Writable): TextSink {
  let closed = false
  // Each write gets its own error; without a listener, the event would end the process.
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
        // Files are written synchronously, and older versions of Node throw their errors.
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
