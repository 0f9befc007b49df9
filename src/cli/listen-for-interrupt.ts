import type {StdinOptions} from '../sources/index.ts'
import type {Host, TerminationSignal} from './host.ts'

/** Stops a command when the user interrupts it and no input arrives for a while. */
export interface InterruptListener extends Required<NonNullable<StdinOptions['end']>> {
  forget(): void
  /** Ends the way the signal would have, if there was one and the input did not end by itself. */
  raise(): void
}

/**
 * Ctrl-C reaches all programs of a pipeline, and the last output of those before us still arrives. So the first Ctrl-C
 * only asks to finish, which is done when no input arrived for `grace` milliseconds; the second ends the program. `leave`
 * restores the terminal.
 */
export function listenForInterrupt(host: Host, leave: () => void, grace: number): InterruptListener {
  let asked: TerminationSignal | undefined
  let silent: NodeJS.Timeout | undefined
  let stopped = false
  let isWaiting = false
  let stop = (): void => {}
  const promise = new Promise<void>((resolve) => {
    stop = () => {
      stopped = true
      resolve()
    }
  })
  const forget = host.signals.listen((signal) => {
    if (asked || signal !== 'SIGINT') {
      leave()
      forget()
      host.signals.raise(signal)
      return
    }
    asked = signal
    if (isWaiting) silent = setTimeout(stop, grace)
  })
  return {
    stopped: promise,
    get isInterrupted() {
      return asked !== undefined
    },
    onWaiting() {
      isWaiting = true
      if (asked) silent = setTimeout(stop, grace)
    },
    onReceived() {
      isWaiting = false
      clearTimeout(silent)
    },
    forget() {
      clearTimeout(silent)
      forget()
    },
    raise() {
      if (asked && stopped) host.signals.raise(asked)
    },
  }
}
