import {setImmediate, setTimeout} from 'node:timers/promises'
import type {Instant} from '../../../model/index.ts'
import type {PlaybackPace} from './playback-pace.ts'

/** A step whose time has come. */
export interface DueStep<Step> {
  readonly step: Step
  /** It is before the part to play, and is only read as context for the rest. */
  readonly isBefore: boolean
}

/** Where nothing is waited for, others get their turn after so many steps. */
const stepsPerTurn = 64

/** A timer that rang late is made up for, but not a machine that slept. */
const maxLateMs = 50

/**
 * Gives steps when their time comes, until there are no more or `stopped` resolves. Timers ring late, by a millisecond
 * or more: what is waited too long for one step is not waited for the next, so that many short pauses keep their sum.
 */
export async function* playInTime<Step>(
  steps: Iterable<Step>,
  timeOf: (step: Step) => Instant | undefined,
  pace: PlaybackPace,
  stopped: Promise<void>,
): AsyncGenerator<DueStep<Step>> {
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
