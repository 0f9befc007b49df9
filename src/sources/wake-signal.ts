/** Wakes one that waits. */
export interface WakeSignal {
  wake(): void
  /** Resolves when it rings, or has rung since it was last waited for, or after so many milliseconds. */
  wait(maxMs?: number): Promise<void>
}

/** A bell that has not rung. */
export function newWakeSignal(): WakeSignal {
  let hasRung = false
  let wake: (() => void) | undefined
  return {
    wake() {
      hasRung = true
      wake?.()
    },
    async wait(maxMs) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = maxMs === undefined ? undefined : setTimeout(resolve, maxMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      hasRung = false
      wake = undefined
    },
  }
}
