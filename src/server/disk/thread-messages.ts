import type {ArchivedSession} from '../../describe/page/describe-head.ts'
import type {
  LiveEvent,
  LiveSessionCalls,
  LiveSessionMethod,
  ResetReason,
} from '../live-session/live-session.ts'
import type {FileSessionOptions} from './file-session.ts'

/** A call to a session in the thread: one of its methods, `ready`, or `subscribe`. */
export type ThreadCall =
  | {readonly method: LiveSessionMethod; readonly input: LiveSessionCalls[LiveSessionMethod]['input']}
  | {readonly method: 'ready'; readonly input?: undefined}
  | {readonly method: 'subscribe'; readonly input: number}

/** The result of `subscribe`: the events that were missed, and the incarnation they belong to. */
export interface ThreadSubscription {
  readonly missed: readonly LiveEvent[]
  readonly incarnation: string
}

/** A message to the thread. Sessions and calls are numbered. */
export type ThreadRequest = {readonly session: number} & (
  | {readonly kind: 'open'; readonly options: FileSessionOptions}
  | {readonly kind: 'call'; readonly id: number; readonly call: ThreadCall}
  | {readonly kind: 'archived'; readonly archived: ArchivedSession}
  | {readonly kind: 'close'}
)

/** A message from the thread. */
export type ThreadReply =
  | {readonly kind: 'result'; readonly id: number; readonly result: unknown}
  | {readonly kind: 'failed'; readonly id: number; readonly reason: string}
  | {readonly kind: 'event'; readonly session: number; readonly event: LiveEvent}
  | {
      readonly kind: 'reset'
      readonly session: number
      readonly reason: ResetReason
      readonly incarnation: string
    }

/** Only our own threads send these, so their shape need not be checked further. */
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
