import {readFileStat} from '../../sources/index.ts'
import type {LiveSession} from '../live-session/live-session.ts'
import {TailFirstSession} from '../live-session/tail-first-session.ts'
import {type FileSessionOptions, openFileSession} from './file-session.ts'
import {SessionThread} from './session-thread.ts'

/** How much of a long session is read and shown first. */
const tailBytes = 512 * 1024
/** Larger sessions are shown by their tail first. */
const shortBytes = 2 * tailBytes
/** Larger sessions get a separate thread. */
const longBytes = 16 * 1024 * 1024
/** How much the board of running sessions reads of each. */
const peekBytes = 128 * 1024

/** Opens live sessions. */
export interface SessionOpener {
  open(options: FileSessionOptions, turns: number): LiveSession
  /** Opens only the end of a session, to see what is running. */
  openTail(options: FileSessionOptions): LiveSession
  close(): void
}

/** Opens sessions in threads: one for all short sessions, and one for each long one. */
export function threadedSessions(): SessionOpener {
  let shared: SessionThread | undefined
  const thread = (): SessionThread => {
    if (!shared || shared.isOver) shared = new SessionThread()
    return shared
  }
  return {
    ...opener(
      (options) => thread().open(options),
      (options) => new SessionThread().open(options, true),
    ),
    close: () => shared?.end(),
  }
}

/** Opens sessions in this thread. Reading pauses regularly so that the event loop can run. */
export function inlineSessions(now: () => number): SessionOpener {
  const open = (options: FileSessionOptions): LiveSession => openFileSession(options, now)
  return {...opener(open, open), close() {}}
}

function opener(
  short: (options: FileSessionOptions) => LiveSession,
  long: (options: FileSessionOptions) => LiveSession,
): Omit<SessionOpener, 'close'> {
  return {
    open(options, turns) {
      const {size} = readFileStat(options.main)
      if (size <= shortBytes) return short(options)
      const tail = short({
        ...options,
        incarnation: `${options.incarnation}t`,
        tail: {bytes: tailBytes, turns},
      })
      return new TailFirstSession(tail, () => (size > longBytes ? long(options) : short(options)))
    },
    openTail: (options) =>
      short({...options, incarnation: `${options.incarnation}p`, tail: {bytes: peekBytes, turns: 0}}),
  }
}
