import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {type TextSink, textSink} from './text-sink.ts'

/**
 * A sink that must be closed, and then waits for its reader. While it is open, Ctrl-C belongs to the pager: if the program
 * ended, the terminal would stay in the pager's mode.
 */
export interface Pager extends TextSink {
  /** Resolves when the reader has closed the pager; it has the terminal until then. */
  close(): Promise<void>
}

/**
 * Opens the pager in `PAGER`, else `less`. If `PAGER` is empty, as with git, or cannot be started, the text goes to `out`.
 * The words of `PAGER` are split at spaces, without a shell.
 */
export async function openPager(
  env: Readonly<Record<string, string | undefined>>,
  out: TextSink,
): Promise<Pager> {
  const [command, ...args] = (env['PAGER'] ?? 'less').split(/\s+/).filter((word) => word !== '')
  if (command === undefined) return noPager(out)
  try {
    // Keep colours, do not page a text that fits, and keep the screen at the end.
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
      // When a pager stops reading, the user has closed it.
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

/** An output without a pager. */
export const noPager = (out: TextSink): Pager => ({
  write: (text) => out.write(text),
  get closed() {
    return out.closed
  },
  close: async () => {},
})
