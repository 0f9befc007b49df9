import {setImmediate} from 'node:timers/promises'
import type {SlackClock} from '../../../src/sinks/slack/index.ts'

/** A clock on which waiting takes no time. Whoever sleeps alone moves it on. */
export function fastClock(start = Date.parse('2030-01-01T00:00:00Z')): SlackClock {
  let now = start
  return {
    now: () => now,
    async sleep(ms, wake) {
      let isWoken = false
      void wake.then(() => {
        isWoken = true
      })
      await setImmediate()
      if (!isWoken) now += ms
    },
    within: (_, awaited) => awaited,
  }
}
