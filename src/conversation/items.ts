import type {Place} from './change.ts'
import type {Item, ItemKind, ItemMap} from './session.ts'
import type {AgentState, Context, PlacedItem, TurnState} from './state.ts'
import {currentTurn, keepsItems, placeIn, releaseHeld, turnOf} from './turns.ts'

/** Adds an item to the thread its line belongs to. In the main thread something that stands alone opens a turn. */
export function addItem<Kind extends ItemKind>(
  context: Context,
  kind: Kind,
  fields: ItemMap[Kind],
): PlacedItem {
  const {state, session, thread, line} = context
  const item = makeItem(context, kind, fields)
  const reading = placeIn(session, line.at.source)
  if (!thread.agent && reading.begun !== undefined) {
    const held = {item, home: undefined, isRemoved: false}
    if (state.options.keep !== 'nothing') reading.held.push(held)
    return held
  }
  const home = thread.agent ?? currentTurn(context)
  if (kind === 'text') noteText(context, item)
  if (keepsItems(state)) home.list.add(item)
  state.changes.push({type: 'item-added', session, place: placeOf(home), item})
  return {item, home, isRemoved: false}
}

/** Adds an item that opens no turn by itself: between turns it waits for the next one. */
export function addQuietly<Kind extends ItemKind>(
  context: Context,
  kind: Kind,
  fields: ItemMap[Kind],
): PlacedItem | undefined {
  const {state, session, thread, line} = context
  if (thread.agent || turnOf(context)) return addItem(context, kind, fields)
  if (state.options.keep === 'nothing') return undefined
  const reading = placeIn(session, line.at.source)
  if (state.options.keep === 'open' && reading.held.length >= mostHeld) {
    if (reading.turn) releaseHeld(context, reading)
    else currentTurn(context)
  }
  const held = {item: makeItem(context, kind, fields), home: undefined, isRemoved: false}
  reading.held.push(held)
  return held
}

/** Where nothing is to be kept, no more than this waits for a turn that may never come. */
const mostHeld = 1000

/** Puts a newer state of an item in its place. */
export function replaceItem(context: Context, placed: PlacedItem, item: Item): void {
  const {state, session} = context
  noteText(context, item)
  placed.item = item
  const home = homeOf(context, placed)
  if (!home) return
  home.list.replace(item)
  state.changes.push({type: 'item-changed', session, place: placeOf(home), item})
}

function noteText({session, thread}: Context, item: Item): void {
  if (item.kind === 'text' && !thread.agent) session.lastText = item.text
}

/** Takes an item out again. */
export function removeItem(context: Context, placed: PlacedItem): void {
  const {state, session} = context
  placed.isRemoved = true
  const home = homeOf(context, placed)
  if (!home) return
  home.list.remove(placed.item)
  state.changes.push({type: 'item-removed', session, place: placeOf(home), item: placed.item})
}

/** The turn or the agent that an item is in now: two agents may have turned out to be one. */
function homeOf({state, session}: Context, {home}: PlacedItem): TurnState | AgentState | undefined {
  if (state.options.keep === 'nothing') return undefined
  let known = home
  while (known && 'key' in known && !session.agentsByKey.has(known.key)) {
    const merged = session.agentThreads.get(known.key)?.agent
    if (!merged || merged === known) return known
    known = merged
  }
  return known
}

const placeOf = (home: TurnState | AgentState): Place => ('trigger' in home ? {turn: home} : {agent: home})

function makeItem<Kind extends ItemKind>(
  context: Context,
  kind: Kind,
  fields: ItemMap[Kind],
): Extract<Item, {kind: Kind}>
function makeItem({state, line, time}: Context, kind: string, fields: object): object {
  state.items += 1
  const id = line.kind === 'message' ? line.message.id : undefined
  return {key: state.items, id, time, at: line.at, kind, ...fields}
}
