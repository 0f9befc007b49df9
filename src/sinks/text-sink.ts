import type {Writable} from 'node:stream'

/** A place for text that may go away: `| head` closes it, and that is no error. */
export interface TextSink {
  write(text: string): Promise<void>
  readonly closed: boolean
}

/** Writes to a stream of the process, waits where it is full, and falls silent once nobody reads. */
export function textSink(stream: Writable): TextSink {
  let closed = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error
    closed = true
  })
  return {
    get closed() {
      return closed
    },
    write(text) {
      if (closed) return Promise.resolve()
      return new Promise((resolve) => {
        stream.write(text, () => resolve())
      })
    },
  }
}
