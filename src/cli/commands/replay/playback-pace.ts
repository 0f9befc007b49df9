import type {Instant} from '../../../model/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {invalidValue} from '../../failure.ts'

/** Nobody wants to watch a longer pause than this. */
const maxPause = 2000

/** No timer can be set for longer. */
const maxTimer = 2 ** 31 - 1

/** Streams from older clients have no timestamps; their lines are spaced by this. */
const defaultGap = 150

/** When the lines of a saved session come again, by the times at which they came; some have none. */
export interface PlaybackPace {
  /** Whether a line is in the part to play. */
  part(time: Instant | undefined): 'before' | 'in' | 'after'
  /** How long to wait for a line, in milliseconds of our time. */
  gap(time: Instant | undefined): number
  /** A line's time has come. */
  shown(time: Instant | undefined): void
  /** What time it is in the session by now. */
  time(): Instant
}

/** The pace that the user wants: that of the session, faster, or as fast as can be. */
export function readPace(given: Arguments, now: () => number): PlaybackPace {
  const speed = readSpeed(given.values.get('speed'))
  const from = readOffset(given, 'from') ?? Number.NEGATIVE_INFINITY
  const to = readOffset(given, 'to') ?? Number.POSITIVE_INFINITY
  const longest = given.switches.has('real-time') ? maxTimer : maxPause
  let began: Instant | undefined
  let newest: Instant | undefined
  let shownAt = now()
  return {
    part(time = newest) {
      if (time === undefined) return from > 0 ? 'before' : 'in'
      began ??= time
      return time - began < from ? 'before' : time - began > to ? 'after' : 'in'
    },
    gap(time) {
      const gap = time === undefined ? (newest === undefined ? defaultGap : 0) : time - (newest ?? time)
      return Math.min(Math.max(0, gap), longest) / speed
    },
    shown(time) {
      if (time !== undefined) newest = Math.max(time, newest ?? time)
      shownAt = now()
    },
    time: () => (newest ?? 0) + (now() - shownAt) * Math.min(speed, maxClockSpeed),
  }
}

/** Beyond this the session's clock could not be read anyway. */
const maxClockSpeed = 1000

function readSpeed(value: string | undefined): number {
  if (value === undefined) return 1
  if (value === 'max') return Number.POSITIVE_INFINITY
  const speed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : 0
  if (speed > 0) return speed
  throw invalidValue('speed', value, 'a number above 0, or max')
}

const units: ReadonlyMap<string, number> = new Map([
  ['', 1000],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])

/** A point in the session, in milliseconds since its beginning. */
function readOffset(given: Arguments, name: string): number | undefined {
  const value = given.values.get(name)
  if (value === undefined) return undefined
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(value) ?? []
  const scale = units.get(unit)
  if (amount !== undefined && scale !== undefined) return Number(amount) * scale
  throw invalidValue(name, value, 'an offset such as 90s or 5m')
}
