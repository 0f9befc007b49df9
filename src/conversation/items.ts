import type {Place} from './change.ts'
import type {Item, ItemKind, ItemMap, TurnTrigger} from './conversation.ts'
import type {Context, ConversationState, Moment, SessionState, Thread, TurnState} from './state.ts'

/** Adds an item to the thread its line belongs to. In the main thread something that stands alone opens a turn. */
export function addItem<Kind extends ItemKind>(context: Context, kind: Kind, fields: ItemMap[Kind]): Item {
  const {state, session, thread, line, time} = context
  const id = line.kind === 'message' ? line.message.id : undefined
  const item: Item = makeItem({id, time, at: line.at}, kind, fields)
  const place = placeOf(context, thread)
  if (state.options.keep !== 'nothing') (place.agent ?? place.turn).items.push(item)
  state.changes.push({type: 'item-added', session, place, item})
  return item
}

/** Adds an item that opens no turn by itself: between turns it waits for the next one. */
export function addQuietly<Kind extends ItemKind>(
  context: Context,
  kind: Kind,
  fields: ItemMap[Kind],
): Item | undefined {
  const {state, session, thread, line, time} = context
  const turn = session.turns.at(-1)
  if (thread.agent || (turn && !turn.closed)) return addItem(context, kind, fields)
  if (state.options.keep === 'nothing') return undefined
  const id = line.kind === 'message' ? line.message.id : undefined
  const item: Item = makeItem({id, time, at: line.at}, kind, fields)
  session.held.push(item)
  return item
}

/** Puts a newer state of an item in its place. Items that change are near the end, so it looks from there. */
export function replaceItem(context: Context, old: Item, item: Item): void {
  const {state, session, thread} = context
  const turn = session.turns.at(-1)
  const place = thread.agent ? {agent: thread.agent} : turn && {turn}
  const home = [place?.agent?.items ?? place?.turn?.items ?? [], session.held].find((items) =>
    items.includes(old),
  )
  if (home) home[home.lastIndexOf(old)] = item
  if (place) state.changes.push({type: 'item-changed', session, place, item})
}

/** Takes an item out again. It is looked for from the newest turn on. */
export function dropItem(session: SessionState, item: Item): void {
  const homes = [
    ...session.turns.map((turn) => turn.items).reverse(),
    ...session.agents.map((agent) => agent.items),
  ]
  const home = homes.find((items) => items.includes(item))
  if (home) home.splice(home.lastIndexOf(item), 1)
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
  }
  if (state.options.keep === 'nothing') session.turns = []
  session.turns.push(turn)
  session.main.waiting = undefined
  state.changes.push({type: 'turn-added', session, turn})
  releaseHeld(state, session, turn)
  return turn
}

/** Puts what waited for a turn into this one. */
export function releaseHeld(state: ConversationState, session: SessionState, turn: TurnState): void {
  for (const item of session.held) {
    turn.items.push(item)
    state.changes.push({type: 'item-added', session, place: {turn}, item})
  }
  session.held = []
}

/** Says that a turn is over; it settles once its calls have ended too. */
export function closeTurn(state: ConversationState, session: SessionState, turn: TurnState): void {
  turn.closed = true
  settleTurn(state, session, turn)
}

/** Settles a turn that is over and has no open calls, and forgets it where that is wanted. */
export function settleTurn(state: ConversationState, session: SessionState, turn: TurnState): void {
  if (!turn.closed || turn.open > 0 || turn.settled) return
  turn.settled = true
  state.changes.push({type: 'turn-settled', session, turn})
}

/** Drops what a settled turn holds, after everybody was told, where the options say so. */
export function forgetSettled(state: ConversationState): void {
  if (state.options.keep !== 'turn') return
  for (const change of state.changes) {
    if (change.type !== 'turn-settled') continue
    const session = state.sessions.get(change.session.id)
    const turn = session?.turns.find((candidate) => candidate === change.turn)
    if (!session || !turn) continue
    for (const item of turn.items) if (item.kind === 'tool') forgetRun(session, item.callId)
    turn.items = []
    if (session.turns.length > 1) session.turns = session.turns.filter((candidate) => candidate !== turn)
  }
}

/** Keeps of a run that has ended only that it has. */
export function forgetRun(session: SessionState, callId: string): void {
  const run = session.runs.get(callId)
  if (!run) return
  session.forgotten.set(callId, run.state)
  session.runs.delete(callId)
  session.runSources.delete(callId)
}

/** The turn that is going on, opened if there is none. */
export function currentTurn(context: Context): TurnState {
  const turn = context.session.turns.at(-1)
  return turn && !turn.closed ? turn : openTurn(context, 'continuation')
}

function placeOf(context: Context, thread: Thread): MutablePlace {
  return thread.agent ? {agent: thread.agent} : {turn: currentTurn(context)}
}

type MutablePlace = Place &
  ({turn: TurnState; agent?: never} | {agent: NonNullable<Thread['agent']>; turn?: never})

function makeItem<Kind extends ItemKind>(
  base: Pick<Item, 'id' | 'time' | 'at'>,
  kind: Kind,
  fields: ItemMap[Kind],
): Extract<Item, {kind: Kind}>
function makeItem(base: object, kind: string, fields: object): object {
  return {...base, kind, ...fields}
}
