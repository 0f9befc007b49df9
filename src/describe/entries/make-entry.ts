import type {Session} from '../../conversation/index.ts'
import type {Instant} from '../../model/index.ts'
import type {Depth, Entry, Lane} from '../../page/index.ts'
import {depthIncludes, entryKinds} from '../../page/index.ts'

/** Where and when something happened. */
export interface EntryContext {
  readonly session: Session
  readonly key: string
  readonly record?: string | undefined
  readonly answer?: string | undefined
  /** Counted from 1; an agent's thread belongs to the turn in which it began. */
  readonly turn: number | undefined
  readonly lane: Lane | undefined
  readonly time: Instant | undefined
  /** Nothing in it is told to those who want less. */
  readonly minDepth?: Depth | undefined
}

/** What is said of one thing besides where it happened; what is left out is not there. */
export type EntryContent = Pick<Entry, 'kind' | 'title'> &
  Partial<
    Pick<
      Entry,
      | 'depth'
      | 'tool'
      | 'subject'
      | 'outcome'
      | 'state'
      | 'isError'
      | 'durationMs'
      | 'asked'
      | 'answered'
      | 'prominent'
    >
  >

/** An entry of a scene. */
export function makeEntry(scene: EntryContext, telling: EntryContent): Entry {
  const {kind, title, subject, outcome, state, durationMs} = telling
  return {
    key: scene.key,
    kind,
    depth: depthIn(scene, telling.depth ?? entryKinds[kind].depth),
    sessionId: scene.session.id,
    messageId: scene.record,
    responseId: scene.answer,
    turn: scene.turn,
    lane: scene.lane,
    tool: telling.tool,
    title,
    subject,
    outcome,
    state,
    isError: telling.isError ?? false,
    at: scene.time,
    durationMs,
    asked: telling.asked ?? [],
    answered: telling.answered ?? [],
    prominent: telling.prominent,
  }
}

/** What an agent says is no part of the conversation with the assistant. */
function depthIn({lane, minDepth = lane && 'agent'}: EntryContext, depth: Depth): Depth {
  return minDepth && depthIncludes(minDepth, depth) ? minDepth : depth
}
