import type {ToolRun} from '../model/index.ts'
import type {Agent, Item, Session, Turn} from './session.ts'

/** Where an item stands: in a turn of the main thread, or in an agent's thread. */
export type ChangePlace =
  | {readonly turn: Turn; readonly agent?: never}
  | {readonly turn?: never; readonly agent: Agent}

/**
 * What a line did to the conversation. Live outputs follow these and nothing else. Items are known by their `key`,
 * runs by their id, agents by their key; `item-changed` gives the item anew under the same key.
 */
export type Change =
  | {readonly type: 'session-added'; readonly session: Session}
  | {readonly type: 'session-changed'; readonly session: Session}
  | {readonly type: 'turn-added'; readonly session: Session; readonly turn: Turn}
  | {readonly type: 'turn-settled'; readonly session: Session; readonly turn: Turn}
  /** `before` is the key of the item that it comes before; otherwise it is the last. */
  | {
      readonly type: 'item-added'
      readonly session: Session
      readonly place: ChangePlace
      readonly item: Item
      readonly before?: number | undefined
    }
  | {
      readonly type: 'item-changed'
      readonly session: Session
      readonly place: ChangePlace
      readonly item: Item
    }
  | {
      readonly type: 'item-removed'
      readonly session: Session
      readonly place: ChangePlace
      readonly item: Item
    }
  /** `unsettled`: the client has the same words for a refusal and an interruption, and what follows tells which it was. */
  | {
      readonly type: 'run-changed'
      readonly session: Session
      readonly run: ToolRun
      readonly unsettled?: boolean
    }
  | {readonly type: 'agent-added'; readonly session: Session; readonly agent: Agent}
  | {readonly type: 'agent-changed'; readonly session: Session; readonly agent: Agent}
  /** It turned out to be another agent, which its items have moved to. */
  | {readonly type: 'agent-removed'; readonly session: Session; readonly agent: Agent; readonly into: Agent}
  | {readonly type: 'outcome-changed'; readonly session: Session}
