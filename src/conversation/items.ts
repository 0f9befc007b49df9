import type {Place} from './change.ts'
import type {Item, ItemKind, ItemMap} from './session.ts'
import type {Context, TurnState} from './state.ts'
import {currentTurn, keepsItems, placeIn, releaseHeld, turnOf} from './turns.ts'

/** Adds an item to the thread its line belongs to. In the main thread something that stands alone opens a turn. */
export function addItem<Kind extends ItemKind>(context: Context, kind: Kind, fields: ItemMap[Kind]): Item {
  const {state, session, thread, line} = context
  const item = makeItem(context, kind, fields)
  const reading = placeIn(session, line.at.source)
  if (!thread.agent && reading.begun !== undefined) {
    if (state.options.keep !== 'nothing') reading.held.push(item)
    return item
  }
  const home = thread.agent ?? currentTurn(context)
  if (kind === 'text') noteText(context, item)
  if (keepsItems(state)) home.items.push(item)
  state.changes.push({type: 'item-added', session, place: placeOf(home), item})
  return item
}

/** Adds an item that opens no turn by itself: between turns it waits for the next one. */
export function addQuietly<Kind extends ItemKind>(
  context: Context,
  kind: Kind,
  fields: ItemMap[Kind],
): Item | undefined {
  const {state, session, thread, line} = context
  if (thread.agent || turnOf(context)) return addItem(context, kind, fields)
  if (state.options.keep === 'nothing') return undefined
  const reading = placeIn(session, line.at.source)
  if (state.options.keep === 'open' && reading.held.length >= mostHeld) {
    if (reading.turn) releaseHeld(context, reading)
    else currentTurn(context)
  }
  const item = makeItem(context, kind, fields)
  reading.held.push(item)
  return item
}

/** Where nothing is to be kept, no more than this waits for a turn that may never come. */
const mostHeld = 1000

/** Puts a newer state of an item in its place, which is nearly always the end of the newest turn. */
export function replaceItem(context: Context, old: Item, item: Item): void {
  const {state, session, line} = context
  noteText(context, item)
  const {held} = placeIn(session, line.at.source)
  const waits = held.indexOf(old)
  if (waits !== -1) {
    held[waits] = item
    return
  }
  const home = homeOf(context, old)
  if (!home) return
  const place = home.items.lastIndexOf(old)
  if (place !== -1) home.items[place] = item
  state.changes.push({type: 'item-changed', session, place: placeOf(home), item})
}

function noteText({session, thread}: Context, item: Item): void {
  if (item.kind === 'text' && !thread.agent) session.lastText = item.text
}

/** Takes an item out again. */
export function removeItem(context: Context, item: Item): void {
  const {state, session} = context
  const home = homeOf(context, item)
  if (!home) return
  const place = home.items.lastIndexOf(item)
  if (place !== -1) home.items.splice(place, 1)
  state.changes.push({type: 'item-removed', session, place: placeOf(home), item})
}

interface Home {
  items: Item[]
}

type KnownHome = TurnState | NonNullable<Context['thread']['agent']>

function homeOf(context: Context, item: Item): KnownHome | undefined {
  const {keep} = context.state.options
  if (keep === 'nothing') return undefined
  // Then there are no items to find it among; what can still change stands in the thread that speaks of it.
  if (keep === 'open') return context.thread.agent ?? placeIn(context.session, context.line.at.source).turn
  const holds = (home: Home): boolean => home.items.lastIndexOf(item) !== -1
  const {agent} = context.thread
  if (agent && holds(agent)) return agent
  return context.session.turns.findLast(holds) ?? context.session.agents.find(holds)
}

const placeOf = (home: KnownHome): Place => ('trigger' in home ? {turn: home} : {agent: home})

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
