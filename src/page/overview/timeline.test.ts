import {expect, test} from 'vitest'
import {callOf, pageEntryOf, sessionPageOf, turnOf} from '../../../test/support/pages/session-page.ts'
import type {PageEntry, PageTurn} from '../page.ts'
import {createTimeline} from './timeline.ts'

const start = Date.UTC(2026, 2, 4, 9)
const minute = 60_000

const turnAt = (number: number, at: number, durationMs: number, below: readonly PageEntry[]): PageTurn =>
  turnOf(number, [pageEntryOf({kind: 'prompt', subject: `Ask ${number}`, at: at, below})], {
    startedAt: at,
    durationMs,
  })

test('bars are drawn to scale', () => {
  const calls = [
    callOf({at: start, durationMs: 5 * minute, anchor: 'first'}),
    callOf({at: start + 5 * minute, durationMs: 5 * minute, isError: true, anchor: 'second'}),
  ]
  const timeline = createTimeline(sessionPageOf([turnAt(1, start, 10 * minute, calls)]))
  const bars = timeline?.lanes[0]?.bars.map(({from, to, failed, anchor}) => [from, to, failed, anchor])
  expect(bars).toEqual([
    [0, 0.5, false, 'first'],
    [0.5, 1, true, 'second'],
  ])
  expect(timeline?.turns).toHaveLength(1)
})

test('agents have their own lanes', () => {
  const lane = {key: 'k', name: 'Look around', level: 1, above: []}
  const calls = [callOf({at: start, durationMs: minute}), callOf({at: start, durationMs: minute, lane})]
  const timeline = createTimeline(sessionPageOf([turnAt(1, start, minute, calls)]))
  expect(timeline?.lanes.map(({key, name}) => [key, name])).toEqual([
    [undefined, 'main'],
    ['k', 'Look around'],
  ])
})

test('calls at the same time are in rows', () => {
  const calls = [0, 1, 2].map(() => callOf({at: start, durationMs: minute}))
  const timeline = createTimeline(sessionPageOf([turnAt(1, start, minute, calls)]))
  expect(timeline?.lanes[0]?.bars.map(({row}) => row)).toEqual([0, 1, 2])
})

test('a night without anything is cut out, and the cut says how long it was', () => {
  const night = 10 * 60 * minute
  const timeline = createTimeline(
    sessionPageOf([turnAt(1, start, 5 * minute, []), turnAt(2, start + 5 * minute + night, 5 * minute, [])]),
  )
  expect(timeline?.cuts.map(({durationMs}) => durationMs)).toEqual([night])
  const [first, second] = timeline?.turns ?? []
  expect((first?.to ?? 0) - (first?.from ?? 0)).toBeCloseTo((second?.to ?? 0) - (second?.from ?? 0))
  expect((second?.from ?? 0) - (first?.to ?? 0)).toBeLessThan(0.1)
})

test('tens of thousands of runs and hundreds of agents stay a picture', () => {
  const calls = Array.from({length: 20_000}, (_, index) => {
    const key = `agent ${index % 300}`
    const lane = index % 2 === 0 ? undefined : {key, name: key, level: 1, above: []}
    return callOf({
      at: start + index * 977,
      durationMs: (index * 7919) % 5000,
      isError: index % 11 === 0,
      lane,
    })
  })
  const timeline = createTimeline(sessionPageOf([turnAt(1, start, 20_000 * 977, calls)]))
  const bars = timeline?.lanes.flatMap((lane) => lane.bars) ?? []
  expect(bars.length).toBeLessThanOrEqual(1200)
  expect(timeline?.lanes.length).toBeLessThanOrEqual(12)
  expect(timeline?.hiddenLanes).toBeGreaterThan(100)
  expect(timeline?.ticks.length).toBeLessThan(12)
})

test('places are within the timeline, whatever the times are', () => {
  const times = [start, start - 5000, Number.NaN, 9e15, start + 1e9, -1e14]
  const calls = times.map((time) => callOf({at: time, durationMs: -50}))
  const timeline = createTimeline(sessionPageOf([turnAt(1, start, -1, calls)]))
  for (const {from, to} of timeline?.lanes.flatMap(({bars}) => bars) ?? []) {
    expect(from).toBeGreaterThanOrEqual(0)
    expect(to).toBeLessThanOrEqual(1)
  }
})

test('without times there is no timeline', () => {
  expect(createTimeline(sessionPageOf([turnOf(1, [callOf()])]))).toBeUndefined()
  expect(createTimeline(sessionPageOf([]))).toBeUndefined()
})
