import type {Host, TerminationSignal} from './host.ts'

/** Hears when the program is asked to end. */
export interface InterruptListener {
  /** Resolves when it was asked to and nothing more came for a while. */
  readonly stopped: Promise<void>
  /** It was asked to. */
  readonly isInterrupted: boolean
  /** Nothing is there, and more is waited for: silence counts from here. */
  listening(): void
  /** Something came. */
  heard(): void
  forget(): void
  /** Ends the way the signal would have, if there was one and the input did not end by itself. */
  raise(): void
}

/**
 * Ctrl-C goes to a whole pipeline: what comes before us ends too, and its last words still come. So the first only
 * asks us to finish what is there, which is over when nothing came for `grace` milliseconds, and the second ends the
 * program. `leave` tidies the terminal up.
 */
export function listenForInterrupt(host: Host, leave: () => void, grace: number): InterruptListener {
  let asked: TerminationSignal | undefined
  let silent: NodeJS.Timeout | undefined
  let stopped = false
  let isListening = false
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
    if (isListening) silent = setTimeout(stop, grace)
  })
  return {
    stopped: promise,
    get isInterrupted() {
      return asked !== undefined
    },
    listening() {
      isListening = true
      if (asked) silent = setTimeout(stop, grace)
    },
    heard() {
      isListening = false
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
