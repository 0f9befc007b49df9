import {spawn} from 'node:child_process'
import {once} from 'node:events'
import type {TextSink} from './text-sink.ts'
import {textSink} from './text-sink.ts'

/**
 * A sink that must be told when there is no more, and then waits for its reader. Ctrl-C is the pager's as long as
 * it is open: a program that ended then would leave the terminal in the state the pager needs.
 */
export interface Pager extends TextSink {
  /** Resolves when the reader has closed the pager; it has the terminal until then. */
  close(): Promise<void>
}

/** What to page with; the rest of the environment is handed on. */
type PagerEnvironment = Readonly<Record<string, string | undefined>>

/**
 * Opens the pager that `PAGER` names, else `less`. An empty `PAGER` wants none, as with git, and one that cannot be
 * started is none: the text then goes to `out`. Words are split at spaces and no shell sees them.
 */
export async function openPager(env: PagerEnvironment, out: TextSink): Promise<Pager> {
  const [command, ...args] = (env['PAGER'] ?? 'less').split(/\s+/).filter((word) => word !== '')
  if (command === undefined) return noPager(out)
  try {
    // Colours are kept, a text that fits is only printed, and the screen stays as it is at the end.
    const child = spawn(command, args, {stdio: ['pipe', 'inherit', 'inherit'], env: {LESS: 'FRX', ...env}})
    const sink = textSink(child.stdin)
    let gone = false
    const leave = (): void => {
      gone = true
    }
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(leave)
    await once(child, 'spawn')
    child.on('error', leave)
    return {
      // However a pager refuses to read on, the person at it has seen enough.
      write: (text) => (gone ? Promise.resolve() : sink.write(text).catch(leave)),
      get closed() {
        return gone || sink.closed
      },
      close() {
        child.stdin.end()
        return ended
      },
    }
  } catch {
    return noPager(out)
  }
}

/** An output that nobody has to close. */
export const noPager = (out: TextSink): Pager => ({
  write: (text) => out.write(text),
  get closed() {
    return out.closed
  },
  close: async () => {},
})
