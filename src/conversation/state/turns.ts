import type {Message, MessageKind} from '../../model/index.ts'
import type {Item, TurnTrigger} from '../session.ts'
import {ItemList} from './item-list.ts'
import type {ConversationState, FoldContext, SessionState, SourceReading, TurnState} from './state.ts'

/**
 * The turns of a session. A turn is one request with everything up to the next, however many files tell of it: a stream
 * and its transcript have the same turns. Each reading has its own place in them. What begins a turn in one reading while
 * another has turns that this one has not come to is held until something that both have says which turn it is.
 */

type TurnContext = Pick<FoldContext, 'state' | 'session' | 'time'>

/** Where a reading of a session is. */
export function readingOf(session: SessionState, source: string): SourceReading {
  const known = session.readings.get(source)
  if (known) return known
  const place: SourceReading = {
    turn: undefined,
    isTurnOver: false,
    pendingTrigger: undefined,
    turnsRead: 0,
    firstUnread: 0,
    heldItems: [],
  }
  session.readings.set(source, place)
  return place
}

/** The turn that the line's reading is in; nothing between turns, or if it is not known yet which turn it is. */
export function currentTurn({session, line}: FoldContext): TurnState | undefined {
  const {turn, isTurnOver, pendingTrigger} = readingOf(session, line.at.source)
  return isTurnOver || pendingTrigger !== undefined ? undefined : turn
}

/** Begins a turn. A stream announces one before it says what it is about; that one is taken over. */
export function beginTurn(context: FoldContext, trigger: TurnTrigger): void {
  const {session, line} = context
  const place = readingOf(session, line.at.source)
  if (place.pendingTrigger !== undefined) ensureTurn(context)
  const last = session.turns.at(-1)
  const isOwn = last !== undefined && last === currentTurn(context)
  if (last && isAnnounced(last) && (isOwn || (hasRequest(trigger) && place.turnsRead === last.index))) {
    last.trigger = trigger
    if (!isOwn) enterTurn(context, place, last)
  } else startTurn(context, trigger)
}

const isAnnounced = ({closed, trigger, hasResponse}: TurnState): boolean =>
  !closed && trigger === 'continuation' && !hasResponse

/** Begins a turn that is not the one the reading is in. */
export function startTurn(context: FoldContext, trigger: TurnTrigger): void {
  const {session, line} = context
  const place = readingOf(session, line.at.source)
  if (place.turnsRead === turnCount(session)) openTurn(context, place, trigger)
  else {
    place.pendingTrigger = trigger
    session.main.waitingCommand = undefined
  }
}

const turnCount = ({turns}: SessionState): number => (turns.at(-1)?.index ?? -1) + 1

/** The turn that something belongs to which cannot be without one. */
export function ensureTurn(context: FoldContext, needs: 'response' | 'result' = 'response'): TurnState {
  const {session, line} = context
  const place = readingOf(session, line.at.source)
  return currentTurn(context) ?? resolvePendingTurn(context, place, needs)
}

/** Decides which turn was begun, if nothing that another reading has as well says it. */
export function resolvePendingTurn(
  context: TurnContext,
  place: SourceReading,
  needs: 'response' | 'result' = 'response',
): TurnState {
  const trigger = place.pendingTrigger ?? 'continuation'
  const same = firstUnread(context.session, place, (turn) => isSameTurn(turn, place, trigger, needs))
  if (!same) return openTurn(context, place, trigger)
  enterTurn(context, place, same)
  return same
}

/** The first turn that fits among those that a reading has not come to. */
function firstUnread(
  {turns}: SessionState,
  place: SourceReading,
  fits: (turn: TurnState) => boolean,
): TurnState | undefined {
  const first = turns[0]?.index ?? 0
  for (let at = Math.max(0, place.firstUnread - first); at < turns.length; at += 1) {
    const turn = turns[at]
    if (!turn) continue
    if (fits(turn)) return turn
    // Those before it stay read, so they are not looked at again.
    if (at + first === place.firstUnread && turn.readings.has(place)) place.firstUnread += 1
  }
  return undefined
}

/** Whether a turn of another reading may be the one that is begun here: only one has the request, as with a stream and its transcript. */
function isSameTurn(
  turn: TurnState,
  place: SourceReading,
  trigger: TurnTrigger,
  needs: 'response' | 'result',
): boolean {
  if (turn.readings.has(place)) return false
  if (turn.hasOnlyNotes) return true
  if (hasRequest(turn.trigger) === hasRequest(trigger)) return false
  // A stream without the request is that of one process, and a turn with a result was another one's.
  if (turn.hasResult && (needs === 'result' || !hasRequest(trigger))) return false
  return needs === 'result' || !turn.hasResponse
}

const hasRequest = (trigger: TurnTrigger): boolean => trigger !== 'continuation'

/** Kinds that a stream and a transcript both have under one id. */
const keyedKinds: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'prompt',
  'slash-command',
  'command-output',
  'bash-input',
  'bash-output',
  'interruption',
])

/** What a turn can be known by: a response, or a record of which there are few. */
function turnKey(message: Message): string | undefined {
  if (message.kind === 'assistant') return message.synthetic ? message.id : (message.responseId ?? message.id)
  if (message.kind === 'partial')
    return message.event.event === 'message-start' ? message.event.responseId : undefined
  return keyedKinds.has(message.kind) ? message.id : undefined
}

/** Goes to the turn in which another reading has the same. */
export function enterKnownTurn(context: FoldContext, message: Message): void {
  const {session, line} = context
  const mark = turnKey(message)
  const known = mark === undefined ? undefined : session.turnsByKey.get(mark)
  if (!known) return
  const place = readingOf(session, line.at.source)
  if (known.readings.has(place) && place.pendingTrigger === undefined) {
    // A command may be given in the middle of a response. What is written once more later is not where the reading is.
    if (mark === session.main.lastMessage) place.turn = known
  } else enterTurn(context, place, known, (item) => item.id === message.id || isPartOf(item, mark))
}

const isPartOf = (item: Item, response: string | undefined): boolean =>
  'responseId' in item && item.responseId === response

/** Notes the turn of a message, for other readings. */
export function registerTurn(context: FoldContext, message: Message): void {
  const mark = turnKey(message)
  if (mark === undefined || context.session.turnsByKey.has(mark)) return
  const turn = currentTurn(context)
  if (turn) context.session.turnsByKey.set(mark, turn)
}

/** Goes to a turn that another reading has opened; what was held comes before the first item that fits. */
function enterTurn(
  context: TurnContext,
  place: SourceReading,
  turn: TurnState,
  follows: (item: Item) => boolean = () => false,
): void {
  if (turn.trigger === 'continuation' && place.pendingTrigger !== undefined)
    turn.trigger = place.pendingTrigger
  moveReading(place, turn)
  releaseHeld(context, place, turn.items.findIndex(follows))
}

function moveReading(place: SourceReading, turn: TurnState): void {
  place.turn = turn
  turn.hasOnlyNotes = false
  place.isTurnOver = false
  place.pendingTrigger = undefined
  if (turn.readings.has(place)) return
  turn.readings.add(place)
  place.turnsRead += 1
}

/** Opens a turn that no other reading has; the one before it is over. */
export function openTurn(context: TurnContext, place: SourceReading, trigger: TurnTrigger): TurnState {
  const {state, session, time} = context
  const before = session.turns.at(-1)
  if (before) closeTurn(state, session, before)
  const list = new ItemList()
  const turn: TurnState = {
    index: turnCount(session),
    trigger,
    list,
    get items() {
      return list.all
    },
    startedAt: time,
    endedAt: time,
    durationMs: undefined,
    settled: false,
    closed: false,
    openCallCount: 0,
    hasResponse: false,
    hasResult: false,
    hasOnlyNotes: false,
    spanMs: undefined,
    recordTimes: {first: undefined, last: undefined},
    arrivalTimes: {first: undefined, last: undefined},
    readings: new Set(),
  }
  if (!keepsItems(state)) session.turns = []
  session.turns.push(turn)
  session.main.waitingCommand = undefined
  state.changes.push({type: 'turn-added', session, turn})
  moveReading(place, turn)
  releaseHeld(context, place)
  return turn
}

/** Puts what a reading holds into its turn, before the item at a place if there is one. */
export function releaseHeld(
  {state, session}: Pick<FoldContext, 'state' | 'session'>,
  place: SourceReading,
  at = -1,
): void {
  const {turn, heldItems} = place
  if (!turn || heldItems.length === 0) return
  place.heldItems = []
  const before = at === -1 ? undefined : turn.items[at]?.key
  const items = heldItems.filter(({isRemoved}) => !isRemoved).map(({item}) => item)
  for (const waiting of heldItems) waiting.owner = turn
  if (keepsItems(state)) turn.list.insert(items, at)
  for (const item of items) state.changes.push({type: 'item-added', session, place: {turn}, item, before})
}

/** Says that a reading has come to the end of its turn. */
export function endTurn(context: FoldContext, turn: TurnState): void {
  const {state, session, line} = context
  readingOf(session, line.at.source).isTurnOver = true
  closeTurn(state, session, turn)
}

/** Says that a turn is over; it settles once its calls have ended too. */
export function closeTurn(state: ConversationState, session: SessionState, turn: TurnState): void {
  turn.closed = true
  settleTurn(state, session, turn)
}

/** Settles a turn that is over and has no open calls. */
export function settleTurn(state: ConversationState, session: SessionState, turn: TurnState): void {
  if (!turn.closed || turn.openCallCount > 0 || turn.settled) return
  turn.settled = true
  state.changes.push({type: 'turn-settled', session, turn})
  if (state.options.keep === 'open') state.settledSessions.push(session)
}

/** Whether turns keep their items. */
export const keepsItems = ({options}: ConversationState): boolean => options.keep === 'all'
