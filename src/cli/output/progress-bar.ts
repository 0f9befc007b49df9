import {setImmediate} from 'node:timers/promises'
import {formatBytes, formatDuration} from '../../page/index.ts'
import type {Host} from '../host.ts'

/** A line on the terminal that tells how much of a known amount of work is done. */
export interface ProgressBar {
  advance(done: number, all: number): Promise<void>
  /** Clears the line away. */
  end(): Promise<void>
}

/** What takes less time than this needs no line. */
const patience = 1000
const betweenLines = 100
const barWidth = 20
const clear = '\r\u001b[2K'

/** Shows how far work has come, how fast it goes and how long it will take, on a terminal and once it takes long. */
export function showProgressBar(host: Host, what: string): ProgressBar {
  const {terminal} = host
  if (!terminal) return {advance: async () => {}, end: async () => {}}
  const began = host.now()
  let drawn: number | undefined
  let callOff = (): void => {}
  return {
    async advance(done, all) {
      const now = host.now()
      const passed = now - began
      if (passed < patience || all === 0 || (drawn !== undefined && now - drawn < betweenLines)) return
      if (drawn === undefined) callOff = terminal.beforeInterrupt(() => void terminal.write(clear))
      drawn = now
      const share = Math.min(1, done / all)
      const filled = Math.round(share * barWidth)
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
      const left = share === 0 ? '' : `, ${timeLeft((passed / share) * (1 - share))} left`
      const rate = `${formatBytes((done / passed) * 1000)}/s`
      const line = `${what} ${bar} ${Math.round(share * 100)}% of ${formatBytes(all)}, ${rate}${left}`
      await terminal.write(`${clear}${line.slice(0, terminal.columns - 1)}`)
      // The work goes on without a pause; this is when Ctrl-C is heard.
      await setImmediate()
    },
    async end() {
      callOff()
      if (drawn !== undefined) await terminal.write(clear)
    },
  }
}

/** Nobody can tell the rest to the hundredth. */
const timeLeft = (ms: number): string => (ms < 59_000 ? `${Math.ceil(ms / 1000)}s` : formatDuration(ms))
