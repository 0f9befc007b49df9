import type {Agent, Item, Session} from '../../conversation/index.ts'
import {type Depth, depthIncludes, type Entry} from '../../page/index.ts'
import {agentLane, isCompactionAgent} from './describe-agent.ts'
import {describeItem} from './describe-item.ts'
import {describeTool} from './describe-tool.ts'
import {type EntryContext, makeEntry} from './make-entry.ts'

/** What an output shows. */
export interface DescribeOptions {
  readonly depth: Depth
  readonly thinking: boolean
  /** Whether to show the recaps that the client writes for a user who returns. Default: yes. */
  readonly recaps?: boolean
}

/** Where an item is: in the main thread, or in that of an agent. */
export type EntryPlace = Pick<EntryContext, 'session' | 'turn' | 'lane' | 'minDepth'>

/** The place of what an agent says and does. */
export const agentPlace = (session: Session, agent: Agent, turn: number | undefined): EntryPlace => ({
  session,
  turn,
  lane: agentLane(session, agent),
  minDepth: agentMinDepth(agent),
})

/** The lowest depth that shows an agent. The words of a compacting agent are shown again as the summary, to everyone. */
export const agentMinDepth = (agent: Agent): Depth => (isCompactionAgent(agent) ? 'hook' : 'agent')

/** An item with where and when it happened. */
export const itemContext = (item: Item, place: EntryPlace): EntryContext => ({
  ...place,
  key: item.kind === 'tool' ? item.callId : `item-${item.key}`,
  messageId: item.id,
  responseId: 'responseId' in item ? item.responseId : undefined,
  time: item.time,
})

/** The entry of an item in its current state; `undefined` for one that has nothing to show. All outputs show this. */
export function describeEntry(item: Item, place: EntryPlace): Entry | undefined {
  if (item.kind === 'tool') {
    const run = place.session.runs.get(item.callId)
    return run && describeTool(itemContext(item, place), run)
  }
  return isBlankItem(item)
    ? undefined
    : makeEntry(itemContext(item, place), describeItem(item, place.session))
}

/** A text of white space is not shown, unless it is the rest of one that was cut off. */
export const isBlankItem = (item: Item): boolean =>
  item.kind === 'text' && !item.aborted && item.text.trim() === ''

/** Whether an output shows an entry. */
export const isShown = (entry: Entry, {depth, thinking, recaps = true}: DescribeOptions): boolean =>
  (entry.kind !== 'thinking' || thinking) &&
  (entry.kind !== 'recap' || recaps) &&
  depthIncludes(depth, entry.depth)
