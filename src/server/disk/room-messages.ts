import type {Cost} from '../../page/index.ts'
import type {
  PieceName,
  Pieces,
  PieceWish,
  RawRecord,
  RoomEvent,
  RoomFormat,
  RoomImage,
  RoomView,
} from '../room/room.ts'
import type {FileRoomPlan} from './file-room.ts'

/** What can be asked of a room on another thread. */
export type RoomQuestion =
  | {readonly what: 'ready'}
  | {readonly what: 'view'; readonly wish: PieceWish}
  | {readonly what: 'pieces'; readonly wish: PieceWish}
  | {readonly what: 'outline'}
  | {readonly what: 'find'; readonly name: string}
  | {readonly what: 'raw'; readonly anchor: string}
  | {readonly what: 'markdown'; readonly anchor: string}
  | {readonly what: 'image'; readonly name: string}
  | {readonly what: 'step'}
  | {readonly what: 'document'; readonly format: RoomFormat}
  | {readonly what: 'join'; readonly after: number}

/** What is answered. */
export type RoomAnswer =
  | {readonly what: 'ready'}
  | {readonly what: 'view'; readonly value: RoomView}
  | {readonly what: 'pieces'; readonly value: Pieces | undefined}
  | {readonly what: 'outline'; readonly value: string}
  | {readonly what: 'find'; readonly value: PieceName | undefined}
  | {readonly what: 'raw'; readonly value: readonly RawRecord[] | undefined}
  | {readonly what: 'markdown'; readonly value: string | undefined}
  | {readonly what: 'image'; readonly value: RoomImage | undefined}
  | {readonly what: 'step'; readonly value: string | undefined}
  | {readonly what: 'document'; readonly value: string}
  | {readonly what: 'join'; readonly value: readonly RoomEvent[]; readonly incarnation: string}

/** What is sent to the thread. Rooms and questions have numbers. */
export type RoomTask =
  | {readonly kind: 'open'; readonly room: number; readonly plan: FileRoomPlan}
  | {readonly kind: 'ask'; readonly room: number; readonly id: number; readonly question: RoomQuestion}
  | {readonly kind: 'cost'; readonly room: number; readonly cost: Cost | undefined}
  | {readonly kind: 'close'; readonly room: number}

/** What comes back. */
export type RoomNews =
  | {readonly kind: 'answer'; readonly id: number; readonly answer: RoomAnswer}
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
