import {liveScreen} from '../../sinks/live-screen.ts'
import type {Host} from '../host.ts'
import {printable} from '../output/printable.ts'
import type {Printer} from './printer.ts'

/** Where a live conversation is printed. */
export type LiveOutput = ReturnType<typeof openLiveOutput>

/** How often the running lines are drawn, and how often silent calls are checked without them. */
const frameMs = 125
const idleMs = 1000

/**
 * Prints with running lines at the bottom of a terminal, and without them elsewhere. Between lines of input, it updates the
 * running lines and marks silent calls as orphaned.
 */
export function openLiveOutput(host: Host, printer: Printer, partial: boolean) {
  const {screen} = host
  const live = screen && liveScreen(host.rawOut, () => screen, isTmux(host.env))
  const write = (text: string): Promise<void> =>
    text === '' ? Promise.resolve() : live ? live.print(text) : host.rawOut.write(text)
  let drawing: Promise<void> | undefined
  let failed: unknown
  const tick = async (): Promise<void> => {
    const now = host.now()
    await write(printer.pass(now))
    if (live) await live.show(printer.running(now, live.area, partial))
  }
  /** For work that is not awaited: its error is thrown by the next print. */
  const minded = (work: Promise<void> | undefined): Promise<void> =>
    (work ?? Promise.resolve()).catch((error: unknown) => {
      failed ??= error
    })
  const timer = setInterval(
    () => {
      // A terminal that cannot keep up is not given more to draw.
      drawing ??= minded(tick()).finally(() => {
        drawing = undefined
      })
    },
    live ? frameMs : idleMs,
  )
  const forget = screen?.onResize(() => void minded(live?.resized()))
  const stay = screen?.onPause(() => void minded(live?.pause()))
  const stop = (): void => {
    clearInterval(timer)
    forget?.()
    stay?.()
  }
  return {
    /** Prints text that stays; resolves when it is written, so that a slow terminal slows us down and loses nothing. */
    async print(text: string): Promise<void> {
      if (failed) throw failed
      await write(text)
    },
    /** Prints a message on standard error, or above the running lines if they are on the same terminal. */
    notify: (sentence: string): Promise<void> =>
      screen && host.terminal ? write(`${printable(sentence)}\n`) : host.notify(sentence),
    /** Removes the running lines, for exits that cannot wait. */
    leave(): void {
      stop()
      if (live) void minded(host.rawOut.write(live.restore()))
    },
    async close(): Promise<void> {
      stop()
      await drawing
      await live?.close()
      if (failed) throw failed
    },
  }
}

/** tmux and screen redraw by their own rules. */
const isTmux = (env: Host['env']): boolean => Boolean(env['TMUX']) || /^(tmux|screen)/.test(env['TERM'] ?? '')
