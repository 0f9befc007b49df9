import type {Child} from '../../../sources/index.ts'
import type {Host} from '../../host.ts'

/** After the second signal, the program is killed after this time. */
const grace = 2000

/**
 * Forwards signals to a program that we run and lets it end by itself, so that its last output is recorded. Ctrl-C in a
 * terminal reaches it directly. The second signal terminates it. Returns a function that stops listening.
 */
export function forwardSignals(host: Host, child: Child): () => void {
  const inTerminal = Boolean(host.stdin.isTTY || host.screen || host.terminal)
  let asked = 0
  let last: NodeJS.Timeout | undefined
  const forget = host.signals.listen((signal) => {
    asked += 1
    if (asked > 1) {
      child.send('SIGTERM')
      last ??= setTimeout(() => child.send('SIGKILL'), grace)
    } else if (signal !== 'SIGINT' || !inTerminal) child.send(signal)
  })
  return () => {
    clearTimeout(last)
    forget()
  }
}
