import type {TaskState} from '../../model/index.ts'
import type {Change, ChangePlace} from '../change.ts'
import type {Outcome} from '../session.ts'
import type {ItemDocument, ToolCallDocument} from './document.ts'
import {writeItem, writeRun} from './to-document.ts'

/** A change of a session that is followed, with the types of the JSON document (docs/document.md). */
export type SessionEvent =
  /** A session began, or more is known about it. */
  | {readonly type: 'session'; readonly sessionId: string; readonly title: string | null}
  /** A turn began, or nothing in it can change any more. `turn` is its index. */
  | {readonly type: 'turn-started' | 'turn-ended'; readonly sessionId: string; readonly turn: number}
  /**
   * An item. A text that is being written is `added` once and `changed` as it grows. `agent` is the key of the agent
   * whose thread it is in; `null` in the main thread.
   */
  | {
      readonly type: 'item'
      readonly change: 'added' | 'changed' | 'removed'
      readonly sessionId: string
      readonly turn: number | null
      readonly agent: string | null
      readonly item: ItemDocument
    }
  /** A tool call began, or its state changed. */
  | {readonly type: 'tool-call'; readonly sessionId: string; readonly toolCall: ToolCallDocument}
  /** An agent began, or its state changed. */
  | {
      readonly type: 'agent'
      readonly sessionId: string
      readonly agent: string
      readonly description: string | null
      readonly state: TaskState
      readonly answer: string | null
    }
  /** How the session ended, or that it continues. */
  | {readonly type: 'outcome'; readonly sessionId: string; readonly outcome: Outcome}
  /** A file was replaced: everything before this is void, and the current content follows. */
  | {readonly type: 'reset'}

/** A change of the conversation as an event; `undefined` for a change without one. */
export function toSessionEvent(change: Change): SessionEvent | undefined {
  const {session} = change
  const sessionId = session.id
  switch (change.type) {
    case 'session-added':
    case 'session-changed':
      return {type: 'session', sessionId, title: session.title ?? null}
    case 'turn-added':
      return {type: 'turn-started', sessionId, turn: change.turn.index}
    case 'turn-settled':
      return {type: 'turn-ended', sessionId, turn: change.turn.index}
    case 'item-added':
      return itemEvent(change, 'added')
    case 'item-changed':
      return itemEvent(change, 'changed')
    case 'item-removed':
      return itemEvent(change, 'removed')
    case 'run-changed':
      return {type: 'tool-call', sessionId, toolCall: writeRun(session, change.run)}
    case 'agent-added':
    case 'agent-changed': {
      const {key, description, state, answer} = change.agent
      return {
        type: 'agent',
        sessionId,
        agent: key,
        description: description ?? null,
        state,
        answer: answer ?? null,
      }
    }
    case 'agent-removed':
      return undefined
    case 'outcome-changed':
      return {type: 'outcome', sessionId, outcome: session.outcome}
  }
}

type ItemChange = Extract<Change, {readonly place: ChangePlace}>

const itemEvent = (
  {session, place, item}: ItemChange,
  change: 'added' | 'changed' | 'removed',
): SessionEvent => ({
  type: 'item',
  change,
  sessionId: session.id,
  turn: place.turn?.index ?? null,
  agent: place.agent?.key ?? null,
  item: writeItem(session, item, undefined),
})
