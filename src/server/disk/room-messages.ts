import type {Cost} from '../../page/index.ts'
import type {RoomCalls, RoomEvent, RoomMethod} from '../room/room.ts'
import type {FileRoomPlan} from './file-room.ts'

/** Something that is asked of a room on another thread: one of its methods, that it is ready, or to join it. */
export type RoomQuestion =
  | {readonly method: RoomMethod; readonly given: RoomCalls[RoomMethod]['given']}
  | {readonly method: 'ready'; readonly given?: undefined}
  | {readonly method: 'join'; readonly given: number}

/** What is answered to `join`: what was missed, and by which numbers. */
export interface RoomJoined {
  readonly missed: readonly RoomEvent[]
  readonly incarnation: string
}

/** What is sent to the thread. Rooms and questions have numbers. */
export type RoomTask =
  | {readonly kind: 'open'; readonly room: number; readonly plan: FileRoomPlan}
  | {readonly kind: 'ask'; readonly room: number; readonly id: number; readonly question: RoomQuestion}
  | {readonly kind: 'cost'; readonly room: number; readonly cost: Cost | undefined}
  | {readonly kind: 'close'; readonly room: number}

/** What comes back. */
export type RoomNews =
  | {readonly kind: 'answer'; readonly id: number; readonly result: unknown}
  | {readonly kind: 'failed'; readonly id: number; readonly reason: string}
  | {readonly kind: 'event'; readonly room: number; readonly event: RoomEvent}
  | {
      readonly kind: 'renew'
      readonly room: number
      readonly reason: 'ready' | 'reset' | 'failed'
      readonly incarnation: string
    }

/** Only our own threads send these, so their shape need not be looked at more closely. */
const hasKind = (value: unknown): boolean => typeof value === 'object' && value !== null && 'kind' in value

export const isRoomTask = (value: unknown): value is RoomTask => hasKind(value)

export const isRoomNews = (value: unknown): value is RoomNews => hasKind(value)

export const isRoomJoined = (value: unknown): value is RoomJoined =>
  typeof value === 'object' && value !== null && 'missed' in value

/** The result of a method; the thread computes it with the same table of types. */
export const isResultOf = <Method extends RoomMethod>(
  _method: Method,
  _value: unknown,
): _value is RoomCalls[Method]['result'] => true
