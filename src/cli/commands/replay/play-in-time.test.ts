import {describe, expect, test} from 'vitest'
import {playInTime} from './play-in-time.ts'
import {readPace} from './playback-pace.ts'

const never = new Promise<never>(() => {})

const paceWith = (values: Readonly<Record<string, string>>) =>
  readPace({operands: [], switches: new Set(), values: new Map(Object.entries(values))}, Date.now)

const play = (
  times: Iterable<number>,
  values: Readonly<Record<string, string>>,
  stopped: Promise<void> = never,
) => playInTime(times, (time) => time, paceWith(values), stopped)

/** So many steps, so many milliseconds apart. */
const every = (gap: number, count: number): readonly number[] =>
  Array.from({length: count}, (_, index) => index * gap)

describe('steps that come in their time', () => {
  test('keep the sum of many pauses that are shorter than any timer', async () => {
    const began = performance.now()
    let count = 0
    for await (const _ of play(every(20, 2001), {speed: '100'})) count += 1
    const took = performance.now() - began
    expect(count).toBe(2001)
    // 40 s in a hundredth of the time; a timer for each would take at least five times as long.
    expect(took).toBeGreaterThan(390)
    expect(took).toBeLessThan(1600)
  })
  test('do not wait at all where they need not', async () => {
    const began = performance.now()
    for await (const _ of play(every(10, 20_000), {speed: 'max'}));
    expect(performance.now() - began).toBeLessThan(2000)
  })
  test('are told from those that stand before the part that is played, and end where it ends', async () => {
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
    const stopped = new Promise<void>((resolve) => setTimeout(resolve, 50))
    const began = performance.now()
    const seen: number[] = []
    for await (const {step} of play([0, 100_000], {speed: '0.1'}, stopped)) seen.push(step)
    expect(seen).toEqual([0])
    expect(performance.now() - began).toBeLessThan(1500)
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length).toBeLessThan(3)
  })
})
