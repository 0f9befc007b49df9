import type {ChangePlace} from '../change.ts'
import type {Item, ItemKind, ItemMap} from '../session.ts'
import type {AgentState, FoldContext, PlacedItem, TurnState} from './state.ts'
import {currentTurn, ensureTurn, keepsItems, releaseHeld} from './turns.ts'

/** Adds an item to the thread its line belongs to. In the main thread an item outside of a turn opens one. */
export function addItem<Kind extends ItemKind>(
  context: FoldContext,
  kind: Kind,
  fields: ItemMap[Kind],
): PlacedItem {
  const {state, session, thread, reading} = context
  const item = makeItem(context, kind, fields)
  if (!thread.agent && reading.pendingTrigger !== undefined) {
    const held = {item, owner: undefined, isRemoved: false}
    if (state.options.keep !== 'nothing') reading.heldItems.push(held)
    return held
  }
  const owner = thread.agent ?? ensureTurn(context)
  if (kind === 'text') noteText(context, item)
  if (keepsItems(state)) owner.list.add(item)
  state.changes.push({type: 'item-added', session, place: placeOf(owner), item})
  return {item, owner, isRemoved: false}
}

/** Adds an item that does not open a turn: between turns it waits for the next one. */
export function addQuietly<Kind extends ItemKind>(
  context: FoldContext,
  kind: Kind,
  fields: ItemMap[Kind],
): PlacedItem | undefined {
  const {state, thread, reading} = context
  if (thread.agent || currentTurn(context)) return addItem(context, kind, fields)
  if (state.options.keep === 'nothing') return undefined
  if (state.options.keep === 'open' && reading.heldItems.length >= maxHeld) {
    if (reading.turn) releaseHeld(context, reading)
    else ensureTurn(context)
  }
  const held = {item: makeItem(context, kind, fields), owner: undefined, isRemoved: false}
  reading.heldItems.push(held)
  return held
}

/** With `keep: 'open'` at most this many items wait for a turn that may never begin. */
const maxHeld = 1000

/** Replaces an item by its newer state. */
export function replaceItem(context: FoldContext, placed: PlacedItem, item: Item): void {
  const {state, session} = context
  noteText(context, item)
  placed.item = item
  const owner = findOwner(context, placed)
  if (!owner) return
  owner.list.replace(item)
  state.changes.push({type: 'item-changed', session, place: placeOf(owner), item})
}

function noteText({session, thread}: FoldContext, item: Item): void {
  if (item.kind === 'text' && !thread.agent) session.lastText = item.text
}

/** Removes an item. */
export function removeItem(context: FoldContext, placed: PlacedItem): void {
  const {state, session} = context
  placed.isRemoved = true
  const owner = findOwner(context, placed)
  if (!owner) return
  owner.list.remove(placed.item)
  state.changes.push({type: 'item-removed', session, place: placeOf(owner), item: placed.item})
}

/** The turn or the agent that an item is in now: two agents may have turned out to be one. */
function findOwner({state, session}: FoldContext, {owner}: PlacedItem): TurnState | AgentState | undefined {
  if (state.options.keep === 'nothing') return undefined
  let known = owner
  while (known && 'key' in known && !session.agentsByKey.has(known.key)) {
    const merged = session.agentThreads.get(known.key)?.agent
    if (!merged || merged === known) return known
    known = merged
  }
  return known
}

const placeOf = (owner: TurnState | AgentState): ChangePlace =>
  'trigger' in owner ? {turn: owner} : {agent: owner}

function makeItem<Kind extends ItemKind>(
  context: FoldContext,
  kind: Kind,
  fields: ItemMap[Kind],
): Extract<Item, {kind: Kind}>
function makeItem({state, line, time}: FoldContext, kind: string, fields: object): object {
  state.itemCount += 1
  const id = line.kind === 'message' ? line.message.id : undefined
  return {key: state.itemCount, id, time, at: line.at, kind, ...fields}
}
