import type {Cost} from '../../page/index.ts'
import type {LiveEvent, LiveSessionCalls, LiveSessionMethod} from '../live-session/live-session.ts'
import type {FileSessionOptions} from './file-session.ts'

/** Something that is asked of a room on another thread: one of its methods, that it is ready, or to join it. */
export type ThreadCall =
  | {readonly method: LiveSessionMethod; readonly given: LiveSessionCalls[LiveSessionMethod]['given']}
  | {readonly method: 'ready'; readonly given?: undefined}
  | {readonly method: 'join'; readonly given: number}

/** What is answered to `join`: what was missed, and by which numbers. */
export interface ThreadSubscription {
  readonly missed: readonly LiveEvent[]
  readonly incarnation: string
}

/** What is sent to the thread. Rooms and questions have numbers. */
export type ThreadRequest =
  | {readonly kind: 'open'; readonly room: number; readonly plan: FileSessionOptions}
  | {readonly kind: 'ask'; readonly room: number; readonly id: number; readonly question: ThreadCall}
  | {readonly kind: 'cost'; readonly room: number; readonly cost: Cost | undefined}
  | {readonly kind: 'close'; readonly room: number}

/** What comes back. */
export type ThreadReply =
  | {readonly kind: 'answer'; readonly id: number; readonly result: unknown}
  | {readonly kind: 'failed'; readonly id: number; readonly reason: string}
  | {readonly kind: 'event'; readonly room: number; readonly event: LiveEvent}
  | {
      readonly kind: 'renew'
      readonly room: number
      readonly reason: 'ready' | 'reset' | 'failed'
      readonly incarnation: string
    }

/** Only our own threads send these, so their shape need not be looked at more closely. */
const hasKind = (value: unknown): boolean => typeof value === 'object' && value !== null && 'kind' in value

export const isThreadRequest = (value: unknown): value is ThreadRequest => hasKind(value)

export const isThreadReply = (value: unknown): value is ThreadReply => hasKind(value)

export const isThreadSubscription = (value: unknown): value is ThreadSubscription =>
  typeof value === 'object' && value !== null && 'missed' in value

/** The result of a method; the thread computes it with the same table of types. */
export const isResultOf = <Method extends LiveSessionMethod>(
  _method: Method,
  _value: unknown,
): _value is LiveSessionCalls[Method]['result'] => true
