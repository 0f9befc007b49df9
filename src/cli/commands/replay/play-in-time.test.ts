import {syncBuiltinESMExports} from 'node:module'
import timers from 'node:timers/promises'
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
import {playInTime, readPace} from './playback-pace.ts'

/** Timers on a simulated clock, each a millisecond late; counts how many were set. */
const clock = {now: 0, timers: 0}
const realTimeout = timers.setTimeout

beforeEach(() => {
  Object.assign(clock, {now: 0, timers: 0})
  vi.spyOn(performance, 'now').mockImplementation(() => clock.now)
  timers.setTimeout = async <Value>(ms = 0, value?: Value): Promise<Value> => {
    clock.now += Math.ceil(ms) + 1
    clock.timers += 1
    return value as Value
  }
  syncBuiltinESMExports()
})
afterEach(useRealTimers)

function useRealTimers(): void {
  vi.restoreAllMocks()
  timers.setTimeout = realTimeout
  syncBuiltinESMExports()
}

const never = new Promise<never>(() => {})

const paceWith = (values: Readonly<Record<string, string>>) =>
  readPace({operands: [], switches: new Set(), values: new Map(Object.entries(values))}, Date.now)

const play = (
  times: Iterable<number>,
  values: Readonly<Record<string, string>>,
  stopped: Promise<void> = never,
) => playInTime(times, (time) => time, paceWith(values), stopped)

/** Steps with a fixed number of milliseconds between them. */
const every = (gap: number, count: number): readonly number[] =>
  Array.from({length: count}, (_, index) => index * gap)

describe('steps in time', () => {
  test('keep the sum of many pauses that are too short for a timer', async () => {
    let count = 0
    for await (const _ of play(every(20, 2001), {speed: '100'})) count += 1
    expect(count).toBe(2001)
    // 40 s in a hundredth of the time, though each step is due after a fifth of a millisecond.
    expect(Math.abs(clock.now - 400)).toBeLessThanOrEqual(2)
    expect(clock.timers).toBeLessThanOrEqual(400)
  })
  test('do not wait at all at the highest speed', async () => {
    for await (const _ of play(every(10, 20_000), {speed: 'max'}));
    expect(clock.timers).toBe(0)
  })
  test('are marked if they are before the part to play, and end with it', async () => {
    const seen: [number, boolean][] = []
    for await (const {step, isBefore} of play(every(1000, 6), {speed: 'max', from: '2s', to: '3s'}))
      seen.push([step, isBefore])
    expect(seen).toEqual([
      [0, true],
      [1000, true],
      [2000, false],
      [3000, false],
    ])
  })
  test('end in the middle of a pause when they are stopped, and leave no timer behind', async () => {
    useRealTimers()
    let stop = (): void => {}
    const stopped = new Promise<void>((resolve) => {
      stop = resolve
    })
    const seen: number[] = []
    for await (const {step} of play([0, 100_000], {speed: '0.1'}, stopped)) {
      seen.push(step)
      setImmediate(stop)
    }
    expect(seen).toEqual([0])
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length).toBeLessThan(3)
  })
})
