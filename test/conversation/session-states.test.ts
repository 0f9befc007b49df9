import {describe, expect, test} from 'vitest'
import {lastStepAfter} from '../../src/conversation/fold/last-step.ts'
import type {LastActivity, SessionStateName} from '../../src/model/index.ts'
import {sessionStateAt} from '../../src/model/index.ts'
import {readSession, type SourceFile} from '../../src/sources/index.ts'
import {recording} from '../support/conversation/recordings.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** What is known of a session after each line of a file that says something about it. */
function activities(file: SourceFile): readonly LastActivity[] {
  const found: LastActivity[] = []
  let last: LastActivity = {lastStep: undefined, endedAt: undefined, isHeadless: false}
  for (const step of readSession([file])) {
    if (step.kind !== 'lines') continue
    for (const line of step.lines) {
      if (line.kind !== 'message') continue
      const {message} = line
      last = {
        lastStep: lastStepAfter(last.lastStep, message),
        endedAt: Math.max(last.endedAt ?? 0, message.time ?? 0),
        isHeadless: message.entrypoint === undefined ? last.isHeadless : message.entrypoint.startsWith('sdk'),
      }
      found.push(last)
    }
  }
  return found
}

const stateAfter = (activity: LastActivity | undefined, ms: number): SessionStateName | undefined =>
  activity && sessionStateAt(activity, (activity.endedAt ?? 0) + ms)

const transcript = (name: string, place = 0): SourceFile => {
  const file = recording(name).transcripts[place]
  if (!file) throw new Error(`${name} has no transcript ${place}.`)
  return file
}

/** The states that someone who looks a second after each record sees. */
const statesSeen = (file: SourceFile): readonly (SessionStateName | undefined)[] => {
  const states = activities(file)
    .filter(({lastStep}) => lastStep)
    .map((activity) => stateAfter(activity, 1000))
  return states.filter((state, at) => state !== states[at - 1])
}

describe('the state of a session', () => {
  test('follows an interactive session from record to record', () => {
    expect(statesSeen(transcript('2.1.325/tui-interactive'))).toEqual([
      'working',
      'waiting',
      'working',
      'waiting',
      'working',
      'waiting',
      'working',
      'interrupted',
      'working',
      'interrupted',
      'working',
      'waiting',
    ])
  })

  test('is "waiting" while a plan or a question is open, for a day', () => {
    const open = activities(transcript('2.1.325/plan-mode')).find(
      ({lastStep}) => lastStep?.kind === 'question',
    )
    expect([1000, 3 * 60 * minute, day].map((ms) => stateAfter(open, ms))).toEqual([
      'waiting',
      'waiting',
      'stale',
    ])
  })

  test('is "working" during a call, and "stale" if nothing follows for ten minutes', () => {
    const last = activities(transcript('2.1.112/sigkill-midline')).at(-1)
    expect([1000, 9 * minute, 10 * minute, 365 * day].map((ms) => stateAfter(last, ms))).toEqual([
      'working',
      'working',
      'stale',
      'stale',
    ])
  })

  test('is "waiting" for half an hour after a turn, then "finished"; a program waits for no one', () => {
    const idle = activities(transcript('2.1.325/tui-interactive')).at(-1)
    expect([1000, 29 * minute, 30 * minute].map((ms) => stateAfter(idle, ms))).toEqual([
      'waiting',
      'waiting',
      'finished',
    ])
    expect(stateAfter(activities(transcript('2.1.325/hello')).at(-1), 1000)).toBe('finished')
  })

  test('is "working" for a minute after a text that does not say whether a call follows', () => {
    const said = activities(transcript('1.0.128/parallel')).at(-1)
    expect(said?.lastStep?.kind).toBe('said')
    expect([59_000, minute, 30 * minute].map((ms) => stateAfter(said, ms))).toEqual([
      'working',
      'waiting',
      'finished',
    ])
  })

  test.each([
    ['2.1.325/api-400', 'failed'],
    ['2.1.112/api-error-late', 'failed'],
    ['2.1.325/max-turns', 'failed'],
    ['2.1.325/interrupt', 'interrupted'],
    ['1.0.128/interrupt', 'interrupted'],
    ['2.1.325/sigint', 'finished'],
  ] as const)('of %s is "%s", and stays so', (name, state) => {
    const last = activities(transcript(name)).at(-1)
    expect([1000, 365 * day].map((ms) => stateAfter(last, ms))).toEqual([state, state])
  })

  test('in a stream is that of its result', () => {
    const [hello] = recording('2.1.325/hello').streams
    const [limited] = recording('2.1.325/max-turns').streams
    expect([hello, limited].map((file) => file && stateAfter(activities(file).at(-1), 0))).toEqual([
      'finished',
      'failed',
    ])
  })

  test('is old if its time is far in the future: the clock was wrong', () => {
    const last = activities(transcript('2.1.112/sigkill-midline')).at(-1)
    expect(stateAfter(last, -day)).toBe('stale')
  })

  test('a question stays open while other calls end, and closes with its answer', () => {
    const file = transcript('2.1.325/plan-mode')
    const lines = [...readSession([file])].flatMap((step) => (step.kind === 'lines' ? step.lines : []))
    const messages = lines.flatMap((line) => (line.kind === 'message' ? [line.message] : []))
    const result = messages.find((message) => message.kind === 'tool-result')
    const other = {kind: 'question', callId: 'toolu_other'} as const
    expect(result && lastStepAfter(other, result)).toBe(other)
    const own = {kind: 'question', callId: result?.results[0]?.callId} as const
    expect(result && lastStepAfter(own, result)).toEqual({kind: 'asked'})
  })
})
