import type {Instant} from './instant.ts'

/** The states of a session, in the order in which lists show them. `docs/model.md` has the rules. */
export const sessionStates = ['waiting', 'working', 'failed', 'interrupted', 'finished', 'stale'] as const

export type SessionStateName = (typeof sessionStates)[number]

/** The states for people. */
export const sessionStateLabels: Readonly<Record<SessionStateName, string>> = {
  waiting: 'Waiting for you',
  working: 'Working',
  failed: 'Failed',
  interrupted: 'Interrupted',
  finished: 'Finished',
  stale: 'Stale',
}

/** What the last record of a session's main thread says about its turn. */
export const lastStepKinds = [
  /** Claude must respond: to a prompt, or to the result of a call. */
  'asked',
  /** A tool is running. */
  'called',
  /** A question, a plan or a permission waits for an answer. */
  'question',
  /** Claude wrote something. Older clients do not say whether a call follows. */
  'said',
  /** The turn is over. */
  'ended',
  /** The program is over: a stream has its result, or the person left with `/exit`. */
  'closed',
  'failed',
  'interrupted',
] as const

export type LastStepKind = (typeof lastStepKinds)[number]

/** The last step of a session. A question has the id of its call, which the answer names. */
export type LastStep =
  | {readonly kind: Exclude<LastStepKind, 'question'>; readonly callId?: never}
  | {readonly kind: 'question'; readonly callId: string | undefined}

/** What the state of a session depends on, besides the time. */
export interface LastActivity {
  /** Missing if nothing was asked yet. */
  readonly lastStep: LastStep | undefined
  /** When the last record was written, by the record itself. */
  readonly endedAt: Instant | undefined
  /** A program ran it, so that no one can answer after its turn. */
  readonly isHeadless: boolean
}

const minute = 60_000

/** After this time without a record, a turn that has not ended is stale. Commands time out after ten minutes. */
const maxSilenceMs = 10 * minute
/** A text without a stop reason is the end of its turn if nothing follows for this long. */
const maxPauseMs = minute
/** A prompt that was left empty for this long waits for no one. */
const maxIdleMs = 30 * minute
/** A question waits for this long. After any longer silence, the state of a session does not change. */
export const maxWaitMs = 24 * 60 * minute

/** The state of a session at a time. It depends on the records and the clock alone, never on the times of files. */
export function sessionStateAt({lastStep, endedAt, isHeadless}: LastActivity, now: number): SessionStateName {
  // A time far in the future is as old as one far in the past: the clock that wrote it was wrong.
  const silence = endedAt === undefined ? Number.POSITIVE_INFINITY : Math.abs(now - endedAt)
  switch (lastStep?.kind) {
    case 'failed':
    case 'interrupted':
      return lastStep.kind
    case 'closed':
      return 'finished'
    case 'question':
      return silence < maxWaitMs ? 'waiting' : 'stale'
    case 'asked':
    case 'called':
      return silence < maxSilenceMs ? 'working' : 'stale'
    case 'said':
      return silence < maxPauseMs ? 'working' : afterTurn(silence, isHeadless)
    case 'ended':
    case undefined:
      return afterTurn(silence, isHeadless)
  }
}

const afterTurn = (silence: number, isHeadless: boolean): SessionStateName =>
  !isHeadless && silence < maxIdleMs ? 'waiting' : 'finished'

/** Whether a session is running: it works, or waits for its user. */
export const isLiveState = (state: SessionStateName): boolean => state === 'working' || state === 'waiting'
