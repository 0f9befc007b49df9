import type {Child} from '../../../sources/index.ts'
import type {Host} from '../../host.ts'

/** What does not end when it is asked twice is ended after this time. */
const grace = 2000

/**
 * Forwards signals to a program that we run, and lets it end by itself, so that its last output is recorded. Ctrl-C in a
 * terminal reaches it without us. The second signal asks it to end, and soon makes it. Gives the way to stop listening.
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
