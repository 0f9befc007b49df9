import {setImmediate, setTimeout} from 'node:timers/promises'
import type {Instant} from '../../../model/index.ts'
import type {Arguments} from '../../arguments/command.ts'
import {invalidValue} from '../../failure.ts'

/** Longer pauses are shortened to this. */
const maxPause = 2000

/** The longest time that a timer can have. */
const maxTimer = 2 ** 31 - 1

/** Streams from older clients have no timestamps; their lines are spaced by this. */
const defaultGap = 150

/** The pace in the options: when to play the lines of a saved session, by their arrival times; some have none. */
export function readPace(given: Arguments, now: () => number) {
  const speed = readSpeed(given.values.get('speed'))
  const from = readOffset(given, 'from') ?? Number.NEGATIVE_INFINITY
  const to = readOffset(given, 'to') ?? Number.POSITIVE_INFINITY
  const maxGap = given.switches.has('real-time') ? maxTimer : maxPause
  let began: Instant | undefined
  let newest: Instant | undefined
  let shownAt = now()
  return {
    /** Whether a line is in the part to play. */
    part(time: Instant | undefined = newest): 'before' | 'in' | 'after' {
      if (time === undefined) return from > 0 ? 'before' : 'in'
      began ??= time
      return time - began < from ? 'before' : time - began > to ? 'after' : 'in'
    },
    /** How long to wait before a line, in milliseconds of real time. */
    gap(time: Instant | undefined): number {
      const gap = time === undefined ? (newest === undefined ? defaultGap : 0) : time - (newest ?? time)
      return Math.min(Math.max(0, gap), maxGap) / speed
    },
    /** A line is played now. */
    shown(time: Instant | undefined): void {
      if (time !== undefined) newest = Math.max(time, newest ?? time)
      shownAt = now()
    },
    /** The current time in the session. */
    time: (): Instant => (newest ?? 0) + (now() - shownAt) * Math.min(speed, maxClockSpeed),
  }
}

/** At a higher speed, the session's clock would be unreadable. */
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

/** An offset in the session, in milliseconds. */
function readOffset(given: Arguments, name: string): number | undefined {
  const value = given.values.get(name)
  if (value === undefined) return undefined
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smh]?)$/.exec(value) ?? []
  const scale = units.get(unit)
  if (amount !== undefined && scale !== undefined) return Number(amount) * scale
  throw invalidValue(name, value, 'an offset such as 90s or 5m')
}

/** Without pauses, the event loop runs after this many steps. */
const stepsPerTurn = 64

/** A late timer is made up for by at most this much, because the machine may have slept. */
const maxLateMs = 50

/**
 * Yields steps when they are due, until the end or until `stopped` resolves. One that `isBefore` the part to play is only
 * context for the rest. Timers are late by a millisecond or more, so the next pause is shorter by that time, and many short
 * pauses keep their sum.
 */
export async function* playInTime<Step>(
  steps: Iterable<Step>,
  timeOf: (step: Step) => Instant | undefined,
  pace: ReturnType<typeof readPace>,
  stopped: Promise<void>,
): AsyncGenerator<{readonly step: Step; readonly isBefore: boolean}> {
  const alarm = new AbortController()
  const {signal} = alarm
  void stopped.then(() => alarm.abort())
  let owed = 0
  let given = 0
  for (const step of steps) {
    const time = timeOf(step)
    const part = pace.part(time)
    if (part === 'in') owed += pace.gap(time)
    given += 1
    if (owed >= 1) {
      const began = performance.now()
      // A timer that is left would keep the program running.
      await setTimeout(owed, undefined, {signal}).catch(() => {})
      owed = Math.max(owed - (performance.now() - began), -maxLateMs)
    } else if (given % stepsPerTurn === 0) await setImmediate()
    if (signal.aborted || part === 'after') return
    pace.shown(time)
    yield {step, isBefore: part === 'before'}
  }
}
