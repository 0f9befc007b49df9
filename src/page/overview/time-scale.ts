import type {Instant} from '../../model/index.ts'

/** A scale of time without its long silences; places are fractions of the width. */
export interface TimeScale {
  readonly positionOf: (time: Instant) => number
  readonly ticks: readonly {readonly at: number; readonly time: Instant}[]
  /** Silences that were cut out, with how long they were. */
  readonly cuts: readonly {readonly from: number; readonly to: number; readonly durationMs: number}[]
}

interface Stretch {
  readonly start: Instant
  end: Instant
}

/** A silence is cut out when it is longer than this, and than this share of the active time. */
const minCutMs = 120_000
const cutShare = 0.08
/** How wide a cut is drawn; together they take at most a quarter. */
const cutWidth = 0.025
const maxCutWidth = 0.25

/** The scale on which spans are drawn; undefined if they are all at one moment. */
export function createTimeScale(
  spans: readonly {readonly start: Instant; readonly end: Instant}[],
): TimeScale | undefined {
  const stretches = mergeSpans(
    spans.toSorted((a, b) => a.start - b.start),
    0,
  )
  const active = stretches.reduce((sum, {start, end}) => sum + end - start, 0)
  const kept = mergeSpans(stretches, Math.max(minCutMs, active * cutShare))
  const total = kept.reduce((sum, {start, end}) => sum + end - start, 0)
  if (total <= 0) return undefined
  const gap = Math.min(cutWidth, maxCutWidth / Math.max(1, kept.length - 1))
  const perMs = (1 - gap * (kept.length - 1)) / total
  const placed: {readonly stretch: Stretch; readonly from: number; readonly to: number}[] = []
  let at = 0
  for (const stretch of kept) {
    const to = at + (stretch.end - stretch.start) * perMs
    placed.push({stretch, from: at, to})
    at = to + gap
  }
  const place = (time: Instant): number => {
    // Binary search: a session may have thousands of stretches, and tens of thousands of spans.
    let [low, high] = [0, placed.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((placed[middle]?.stretch.start ?? 0) <= time) low = middle
      else high = middle - 1
    }
    const found = placed[low]
    if (!found) return 0
    const {stretch, from, to} = found
    return Math.min(to, Math.max(from, from + (time - stretch.start) * perMs))
  }
  return {
    positionOf: place,
    ticks: ticksOf(placed, perMs),
    cuts: placed.slice(1).map(({stretch, from}, index) => ({
      from: placed[index]?.to ?? 0,
      to: from,
      durationMs: stretch.start - (placed[index]?.stretch.end ?? stretch.start),
    })),
  }
}

/** Sorted spans, joined if the gap between them is no longer than `maxGap`. */
function mergeSpans(spans: readonly Readonly<Stretch>[], maxGap: number): readonly Stretch[] {
  const merged: Stretch[] = []
  for (const {start, end} of spans) {
    const last = merged.at(-1)
    if (last && start - last.end <= maxGap) last.end = Math.max(last.end, end)
    else merged.push({start, end})
  }
  return merged
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400]
const week = 604_800_000
/** Labels nearer than this would touch. */
const apart = 0.11

function ticksOf(
  placed: readonly {readonly stretch: Stretch; readonly from: number; readonly to: number}[],
  perMs: number,
): TimeScale['ticks'] {
  const found = steps.find((seconds) => seconds * 1000 * perMs >= apart)
  // Years have a tick every few weeks: only as many as can be shown.
  const step = found === undefined ? week * Math.ceil(apart / (week * perMs)) : 1000 * found
  const ticks: {at: number; time: Instant}[] = []
  for (const {stretch, from} of placed) {
    const first = Math.ceil(stretch.start / step) * step
    for (let time = first; time <= stretch.end; time += step) add(time, from + (time - stretch.start) * perMs)
    if (first > stretch.end) add(stretch.start, from)
  }
  function add(time: Instant, at: number): void {
    const last = ticks.at(-1)
    if ((!last || at - last.at >= apart) && at <= 1 - apart) ticks.push({at, time})
  }
  return ticks
}
