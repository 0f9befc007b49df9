import {setImmediate} from 'node:timers/promises'
import {formatBytes, formatCount, formatDuration} from '../../page/index.ts'
import type {Host} from '../host.ts'

/** A line on the terminal that shows how far some work is. It appears when the work takes long, and is cleared at the end. */
interface ProgressLine {
  /** Draws the line again, unless that is too early. `line` gets the milliseconds since the start. */
  draw(line: (passed: number) => string): Promise<void>
  end(): Promise<void>
}

/** Work that takes less time than this needs no line. */
const delayMs = 1000
const betweenLinesMs = 100
const clear = '\r\u001b[2K'

function progressLine({terminal, now}: Host): ProgressLine {
  if (!terminal) return {draw: async () => {}, end: async () => {}}
  const started = now()
  let drawn: number | undefined
  let forget = (): void => {}
  return {
    async draw(line) {
      const time = now()
      if (time - started < delayMs || (drawn !== undefined && time - drawn < betweenLinesMs)) return
      if (drawn === undefined) forget = terminal.beforeInterrupt(() => void terminal.write(clear))
      drawn = time
      // One column stays free: a terminal that is full to the edge starts a new line, which would stay behind.
      await terminal.write(`${clear}${line(time - started).slice(0, terminal.columns - 1)}`)
      // The work itself never waits; Ctrl-C is handled here.
      await setImmediate()
    },
    async end() {
      forget()
      if (drawn !== undefined) await terminal.write(clear)
    },
  }
}

/** Shows how much of some files has been read. */
export interface Progress {
  advance(bytes: number): Promise<void>
  fileDone(): void
  end(): Promise<void>
}

/** Shows how far the reading of so many files is. */
export function showProgress(host: Host, files: number): Progress {
  const {draw, end} = progressLine(host)
  let bytes = 0
  let done = 0
  return {
    advance(more) {
      bytes += more
      return draw((passed) => {
        const count = files > 1 ? [`${formatCount(done)} of ${formatCount(files)} files`] : []
        return `Reading: ${[...count, formatBytes(bytes), formatRate(bytes, passed)].join(', ')}`
      })
    },
    fileDone() {
      done += 1
    },
    end,
  }
}

/** Shows how much of a known amount of work is done. */
export interface ProgressBar {
  advance(done: number, all: number): Promise<void>
  end(): Promise<void>
}

const barWidth = 20

/** Shows how much of some work is done, how fast it is, and how long the rest will take. */
export function showProgressBar(host: Host, title: string): ProgressBar {
  const {draw, end} = progressLine(host)
  return {
    async advance(done, all) {
      if (all === 0) return
      await draw((passed) => {
        const share = Math.min(1, done / all)
        const filled = Math.round(share * barWidth)
        const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
        const left = share === 0 ? '' : `, ${formatTimeLeft((passed / share) * (1 - share))} left`
        return `${title} ${bar} ${Math.round(share * 100)}% of ${formatBytes(all)}, ${formatRate(done, passed)}${left}`
      })
    },
    end,
  }
}

const formatRate = (bytes: number, ms: number): string => `${formatBytes((bytes / Math.max(1, ms)) * 1000)}/s`

/** An estimate needs no fractions of a second. */
const formatTimeLeft = (ms: number): string => (ms < 59_000 ? `${Math.ceil(ms / 1000)}s` : formatDuration(ms))
