import type {ToolRun} from '../model/index.ts'
import type {Agent, Item, Session, Turn} from './session.ts'

/** Where an item is: in a turn of the main thread, or in an agent's thread. */
export type ChangePlace =
  | {readonly turn: Turn; readonly agent?: never}
  | {readonly turn?: never; readonly agent: Agent}

/**
 * A change of the conversation by a line. Live outputs follow only these. Items are identified by their `key`, runs by
 * their id, agents by their key; `item-changed` has the new item under the same key.
 */
export type Change = {readonly session: Session} & (
  | {readonly type: 'session-added' | 'session-changed' | 'outcome-changed'}
  | {readonly type: 'turn-added' | 'turn-settled'; readonly turn: Turn}
  /** `before` is the key of the item after it; otherwise it is the last. */
  | {
      readonly type: 'item-added'
      readonly place: ChangePlace
      readonly item: Item
      readonly before?: number | undefined
    }
  | {readonly type: 'item-changed' | 'item-removed'; readonly place: ChangePlace; readonly item: Item}
  /** `unsettled`: it was refused or interrupted, which the client does not distinguish; what follows decides. */
  | {readonly type: 'run-changed'; readonly run: ToolRun; readonly unsettled?: boolean}
  | {readonly type: 'agent-added' | 'agent-changed'; readonly agent: Agent}
  /** It turned out to be another agent, which its items have moved to. */
  | {readonly type: 'agent-removed'; readonly agent: Agent; readonly into: Agent}
)
