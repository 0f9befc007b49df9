/** Wakes a waiting function. */
export interface WakeSignal {
  wake(): void
  /** Resolves after `wake`, also if it was called since the last wait, or after `maxMs`. */
  wait(maxMs?: number): Promise<void>
}

/** Creates a signal. */
export function newWakeSignal(): WakeSignal {
  let isAwake = false
  let wake: (() => void) | undefined
  return {
    wake() {
      isAwake = true
      wake?.()
    },
    async wait(maxMs) {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = maxMs === undefined ? undefined : setTimeout(resolve, maxMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isAwake = false
      wake = undefined
    },
  }
}
