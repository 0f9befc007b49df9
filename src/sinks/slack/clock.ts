/** Time as the outbox sees it; tests have one that passes faster. */
export interface Clock {
  now(): number
  /** Resolves after so many milliseconds, or once `wake` does. */
  sleep(ms: number, wake: Promise<void>): Promise<void>
  /** Waits for something for no longer than so many milliseconds. */
  within(ms: number, awaited: Promise<void>): Promise<void>
}

const longestTimer = 2 ** 31 - 1

const sleep: Clock['sleep'] = (ms, wake) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, longestTimer))
    void wake.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })

/** The time of the machine. */
export const realClock: Clock = {now: () => Date.now(), sleep, within: sleep}
