import {setImmediate} from 'node:timers/promises'
import {formatBytes, formatCount, formatDuration} from '../../page/index.ts'
import type {Host} from '../host.ts'

/** Work that takes less time than this needs no line. */
const delayMs = 1000
const betweenLinesMs = 100
const clear = '\r\u001b[2K'

/** A line on the terminal that shows how far some work is. It appears when the work takes long, and is cleared at the end. */
function progressLine({terminal, now}: Host) {
  if (!terminal) return {draw: async () => {}, end: async () => {}}
  const started = now()
  let drawn: number | undefined
  let forget = (): void => {}
  return {
    /** Draws the line again, unless that is too early. `line` gets the milliseconds since the start. */
    async draw(line: (passed: number) => string): Promise<void> {
      const time = now()
      if (time - started < delayMs || (drawn !== undefined && time - drawn < betweenLinesMs)) return
      if (drawn === undefined) forget = terminal.beforeInterrupt(() => void terminal.write(clear))
      drawn = time
      // One column stays free: a terminal that is full to the edge starts a new line, which would stay behind.
      await terminal.write(`${clear}${line(time - started).slice(0, terminal.columns - 1)}`)
      // The work itself never waits; Ctrl-C is handled here.
      await setImmediate()
    },
    async end(): Promise<void> {
      forget()
      if (drawn !== undefined) await terminal.write(clear)
    },
  }
}

/** Shows how far the reading of so many files is. */
export function showProgress(host: Host, files: number) {
  const {draw, end} = progressLine(host)
  let bytes = 0
  let done = 0
  return {
    advance(more: number): Promise<void> {
      bytes += more
      return draw((passed) => {
        const count = files > 1 ? [`${formatCount(done)} of ${formatCount(files)} files`] : []
        return `Reading: ${[...count, formatBytes(bytes), formatRate(bytes, passed)].join(', ')}`
      })
    },
    fileDone(): void {
      done += 1
    },
    end,
  }
}

const barWidth = 20

/** Shows how much of a known amount of work is done, how fast it is, and how long the rest will take. */
export function showProgressBar(host: Host, title: string) {
  const {draw, end} = progressLine(host)
  return {
    async advance(done: number, all: number): Promise<void> {
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
