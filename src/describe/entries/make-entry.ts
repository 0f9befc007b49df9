import type {Session} from '../../conversation/index.ts'
import type {Instant} from '../../model/index.ts'
import {type Depth, depthIncludes, type Entry, entryKinds, type Lane} from '../../page/index.ts'

/** Where and when something happened. */
export interface EntryContext<OfSession extends Pick<Session, 'id'> = Session> {
  readonly session: OfSession
  readonly key: string
  readonly messageId?: string | undefined
  readonly responseId?: string | undefined
  /** Counted from 1; an agent's thread belongs to the turn in which it began. */
  readonly turn?: number | undefined
  readonly lane?: Lane | undefined
  readonly time?: Instant | undefined
  /** Nothing in this context is shown at a lower depth. */
  readonly minDepth?: Depth | undefined
}

/** What an entry shows; fields that are left out are empty. */
export type EntryContent = Pick<Entry, 'kind' | 'title'> &
  Partial<Omit<Entry, 'key' | 'sessionId' | 'messageId' | 'responseId' | 'turn' | 'lane' | 'at'>>

/** Makes an entry of its content and its context. */
export function makeEntry(context: EntryContext<Pick<Session, 'id'>>, content: EntryContent): Entry {
  const {kind, title, subject, outcome, state, durationMs} = content
  const {lane, minDepth = lane && 'agent'} = context
  const depth = content.depth ?? entryKinds[kind].depth
  return {
    key: context.key,
    kind,
    // What an agent says is not part of the conversation with the assistant.
    depth: minDepth && depthIncludes(minDepth, depth) ? minDepth : depth,
    sessionId: context.session.id,
    messageId: context.messageId,
    responseId: context.responseId,
    turn: context.turn,
    lane,
    tool: content.tool,
    title,
    subject,
    outcome,
    state,
    isError: content.isError ?? false,
    at: context.time,
    durationMs,
    asked: content.asked ?? [],
    answered: content.answered ?? [],
    prominent: content.prominent,
  }
}
