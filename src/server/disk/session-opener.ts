import {statSync} from 'node:fs'
import type {LiveSession} from '../live-session/live-session.ts'
import {TailFirstSession} from '../live-session/tail-first-session.ts'
import type {FileSessionOptions} from './file-session.ts'
import {openFileSession} from './file-session.ts'
import {SessionThread} from './session-thread.ts'

/** So much of a file is read at once, and shown before the rest. */
const tailBytes = 512 * 1024
/** Sessions that are larger than this are shown by their end first. */
const shortBytes = 2 * tailBytes
/** Sessions that are larger than this have a thread of their own. */
const longBytes = 16 * 1024 * 1024
/** What the board of running sessions needs of each. */
const peekBytes = 128 * 1024

/** Opens rooms of sessions. */
export interface SessionOpener {
  open(plan: FileSessionOptions, turns: number): LiveSession
  /** Only the end of a session, to see what goes on. */
  openTail(plan: FileSessionOptions): LiveSession
  close(): void
}

/** Rooms on threads of their own: one for all that are short, and one for each that is long. */
export function threadedSessions(): SessionOpener {
  let shared: SessionThread | undefined
  const thread = (): SessionThread => {
    if (!shared || shared.isOver) shared = new SessionThread()
    return shared
  }
  return {
    ...opener(
      (plan) => thread().open(plan),
      (plan) => new SessionThread().open(plan, true),
    ),
    close: () => shared?.end(),
  }
}

/** Rooms in this thread, which makes way for others while it reads. */
export function inlineSessions(now: () => number): SessionOpener {
  const open = (plan: FileSessionOptions): LiveSession => openFileSession(plan, now)
  return {...opener(open, open), close() {}}
}

function opener(
  short: (plan: FileSessionOptions) => LiveSession,
  long: (plan: FileSessionOptions) => LiveSession,
): Omit<SessionOpener, 'close'> {
  return {
    open(plan, turns) {
      const size = fileSize(plan.main)
      if (size <= shortBytes) return short(plan)
      const tail = short({...plan, incarnation: `${plan.incarnation}t`, tail: {bytes: tailBytes, turns}})
      return new TailFirstSession(tail, () => (size > longBytes ? long(plan) : short(plan)))
    },
    openTail: (plan) =>
      short({...plan, incarnation: `${plan.incarnation}p`, tail: {bytes: peekBytes, turns: 0}}),
  }
}

function fileSize(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
