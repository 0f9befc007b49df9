import {statSync} from 'node:fs'
import type {Room} from '../room/room.ts'
import {StagedRoom} from '../room/staged-room.ts'
import type {FileRoomPlan} from './file-room.ts'
import {openFileRoom} from './file-room.ts'
import {RoomThread} from './room-thread.ts'

/** So much of a file is read at once, and shown before the rest. */
const tailBytes = 512 * 1024
/** Sessions that are larger than this are shown by their end first. */
const shortBytes = 2 * tailBytes
/** Sessions that are larger than this have a thread of their own. */
const longBytes = 16 * 1024 * 1024
/** What the board of running sessions needs of each. */
const peekBytes = 128 * 1024

/** Opens rooms of sessions. */
export interface RoomOpener {
  open(plan: FileRoomPlan, turns: number): Room
  /** Only the end of a session, to see what goes on. */
  peek(plan: FileRoomPlan): Room
  close(): void
}

/** Rooms on threads of their own: one for all that are short, and one for each that is long. */
export function threadedRooms(): RoomOpener {
  let shared: RoomThread | undefined
  const thread = (): RoomThread => {
    if (!shared || shared.isOver) shared = new RoomThread()
    return shared
  }
  return {
    ...opener(
      (plan) => thread().open(plan),
      (plan) => new RoomThread().open(plan, true),
    ),
    close: () => shared?.end(),
  }
}

/** Rooms in this thread, which makes way for others while it reads. */
export function inlineRooms(now: () => number): RoomOpener {
  const open = (plan: FileRoomPlan): Room => openFileRoom(plan, now)
  return {...opener(open, open), close() {}}
}

function opener(
  short: (plan: FileRoomPlan) => Room,
  long: (plan: FileRoomPlan) => Room,
): Omit<RoomOpener, 'close'> {
  return {
    open(plan, turns) {
      const size = sizeOf(plan.main)
      if (size <= shortBytes) return short(plan)
      const tail = short({...plan, incarnation: `${plan.incarnation}t`, tail: {bytes: tailBytes, turns}})
      return new StagedRoom(tail, () => (size > longBytes ? long(plan) : short(plan)))
    },
    peek: (plan) => short({...plan, incarnation: `${plan.incarnation}p`, tail: {bytes: peekBytes, turns: 0}}),
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
