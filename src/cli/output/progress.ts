import {setImmediate} from 'node:timers/promises'
import {formatBytes, formatCount} from '../../page/index.ts'
import type {Host} from '../host.ts'

/** One line on the terminal that tells how far the reading is. */
export interface Progress {
  /** So many bytes more were read. */
  advance(bytes: number): Promise<void>
  fileDone(): void
  /** Clears the line away. */
  end(): Promise<void>
}

/** What takes less time than this needs no line. */
const patience = 1000
const betweenLines = 100

const clear = '\r\u001b[2K'

/** Shows how far the reading of so many files is, on a terminal and once it takes long. */
export function showProgress(host: Host, files: number): Progress {
  const {terminal} = host
  if (!terminal) return {advance: async () => {}, fileDone() {}, end: async () => {}}
  const began = host.now()
  let bytes = 0
  let done = 0
  let drawn: number | undefined
  let callOff = (): void => {}
  const line = (now: number): string => {
    const speed = `${formatBytes((bytes / Math.max(1, now - began)) * 1000)}/s`
    const way = files > 1 ? [`${formatCount(done)} of ${formatCount(files)} files`] : []
    return `Reading: ${[...way, formatBytes(bytes), speed].join(', ')}`
  }
  return {
    async advance(more) {
      bytes += more
      const now = host.now()
      if (now - began < patience || (drawn !== undefined && now - drawn < betweenLines)) return
      if (drawn === undefined) callOff = terminal.beforeInterrupt(() => void terminal.write(clear))
      drawn = now
      // One column stays free: a terminal that is full to the edge begins a new line, which would stay behind.
      await terminal.write(`${clear}${line(now).slice(0, terminal.columns - 1)}`)
      // Files are read without a pause; this is when Ctrl-C is heard.
      await setImmediate()
    },
    fileDone() {
      done += 1
    },
    async end() {
      callOff()
      if (drawn !== undefined) await terminal.write(clear)
    },
  }
}
