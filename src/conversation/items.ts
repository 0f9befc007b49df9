import type {Place} from './change.ts'
import type {Item, ItemKind, ItemMap, TurnTrigger} from './session.ts'
import type {Context, ConversationState, Moment, SessionState, TurnState} from './state.ts'

/** Adds an item to the thread its line belongs to. In the main thread something that stands alone opens a turn. */
export function addItem<Kind extends ItemKind>(context: Context, kind: Kind, fields: ItemMap[Kind]): Item {
  const {state, session, thread} = context
  const item = makeItem(context, kind, fields)
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
  const {state, session, thread} = context
  const turn = session.turns.at(-1)
  if (thread.agent || (turn && !turn.closed)) return addItem(context, kind, fields)
  if (state.options.keep === 'nothing') return undefined
  if (state.options.keep === 'open' && session.held.length >= mostHeld)
    releaseHeld(state, session, turn ?? openTurn(context, 'continuation'))
  const item = makeItem(context, kind, fields)
  session.held.push(item)
  return item
}

/** Where nothing is to be kept, no more than this waits for a turn that may never come. */
const mostHeld = 1000

/** Puts a newer state of an item in its place, which is nearly always the end of the newest turn. */
export function replaceItem(context: Context, old: Item, item: Item): void {
  const {state, session} = context
  noteText(context, item)
  const held = session.held.indexOf(old)
  if (held !== -1) {
    session.held[held] = item
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

/** Begins a new turn of the main thread; the one before it is over. */
export function openTurn(context: Moment, trigger: TurnTrigger): TurnState {
  const {state, session, time} = context
  const before = session.turns.at(-1)
  if (before) closeTurn(state, session, before)
  const turn: TurnState = {
    index: (before?.index ?? -1) + 1,
    trigger,
    items: [],
    startedAt: time,
    endedAt: time,
    durationMs: undefined,
    settled: false,
    closed: false,
    open: 0,
    answered: false,
    spanMs: undefined,
    written: {first: undefined, last: undefined},
    heard: {first: undefined, last: undefined},
  }
  if (!keepsItems(state)) session.turns = []
  session.turns.push(turn)
  session.main.waiting = undefined
  state.changes.push({type: 'turn-added', session, turn})
  releaseHeld(state, session, turn)
  return turn
}

/** Puts what waited for a turn into this one. */
export function releaseHeld(state: ConversationState, session: SessionState, turn: TurnState): void {
  for (const item of session.held) {
    if (keepsItems(state)) turn.items.push(item)
    state.changes.push({type: 'item-added', session, place: {turn}, item})
  }
  session.held = []
}

/** Says that a turn is over; it settles once its calls have ended too. */
export function closeTurn(state: ConversationState, session: SessionState, turn: TurnState): void {
  turn.closed = true
  settleTurn(state, session, turn)
}

/** Settles a turn that is over and has no open calls. */
export function settleTurn(state: ConversationState, session: SessionState, turn: TurnState): void {
  if (!turn.closed || turn.open > 0 || turn.settled) return
  turn.settled = true
  state.changes.push({type: 'turn-settled', session, turn})
  if (state.options.keep === 'open') state.settled.push(session)
}

/** The turn that is going on, opened if there is none. */
export function currentTurn(context: Moment): TurnState {
  const turn = context.session.turns.at(-1)
  return turn && !turn.closed ? turn : openTurn(context, 'continuation')
}

interface Home {
  items: Item[]
}

type KnownHome = TurnState | NonNullable<Context['thread']['agent']>

const keepsItems = ({options}: ConversationState): boolean => options.keep === 'all'

function homeOf(context: Context, item: Item): KnownHome | undefined {
  const {keep} = context.state.options
  if (keep === 'nothing') return undefined
  // Then there are no items to find it among; what can still change stands in the thread that speaks of it.
  if (keep === 'open') return context.thread.agent ?? context.session.turns.at(-1)
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
