import type {Message, MessageKind} from '../../model/index.ts'
import type {Item, TurnTrigger} from '../session.ts'
import type {FoldContext, SessionContext, SessionState, SourceReading} from './state.ts'
import {TurnState} from './state.ts'

/**
 * The turns of a session. A turn is one request with everything up to the next, however many files it is read from: a
 * stream and its transcript have the same turns. Each reading has its own place among them. If a reading begins a turn
 * while another reading has turns that this one has not reached, its items are held until a record that both have
 * decides which turn it is.
 */

/** The turn of a reading; none between turns, or while it is not known which turn it is. */
export const currentTurn = ({reading}: FoldContext): TurnState | undefined =>
  reading.isTurnOver || reading.pendingTrigger !== undefined ? undefined : reading.turn

/** Begins a turn. If a stream has announced one without saying what it is about, that one is used. */
export function beginTurn(context: FoldContext, trigger: TurnTrigger): void {
  const {session, reading} = context
  if (reading.pendingTrigger !== undefined) ensureTurn(context)
  const last = session.turns.at(-1)
  const isOwn = last !== undefined && last === currentTurn(context)
  if (last && isAnnounced(last) && (isOwn || (hasRequest(trigger) && reading.turnsRead === last.index))) {
    last.trigger = trigger
    if (!isOwn) enterTurn(context, reading, last)
  } else startTurn(context, trigger)
}

const isAnnounced = ({closed, trigger, hasResponse}: TurnState): boolean =>
  !closed && trigger === 'continuation' && !hasResponse

/** Begins a turn that is not the one the reading is in. */
export function startTurn(context: FoldContext, trigger: TurnTrigger): void {
  const {session, reading} = context
  if (reading.turnsRead === turnCount(session)) openTurn(context, reading, trigger)
  else {
    reading.pendingTrigger = trigger
    session.main.waitingCommand = undefined
  }
}

const turnCount = ({turns}: SessionState): number => (turns.at(-1)?.index ?? -1) + 1

/** The current turn, opened if there is none. */
export const ensureTurn = (context: FoldContext, needs: 'response' | 'result' = 'response'): TurnState =>
  currentTurn(context) ?? resolvePendingTurn(context, context.reading, needs)

/** Decides which turn was begun, when no record that another reading has too says so. */
export function resolvePendingTurn(
  context: SessionContext,
  reading: SourceReading,
  needs: 'response' | 'result' = 'response',
): TurnState {
  const trigger = reading.pendingTrigger ?? 'continuation'
  const same = firstUnread(context.session, reading, (turn) => isSameTurn(turn, reading, trigger, needs))
  if (!same) return openTurn(context, reading, trigger)
  enterTurn(context, reading, same)
  return same
}

/** The first fitting turn that a reading has not reached. */
function firstUnread(
  {turns}: SessionState,
  reading: SourceReading,
  fits: (turn: TurnState) => boolean,
): TurnState | undefined {
  const first = turns[0]?.index ?? 0
  for (let at = Math.max(0, reading.firstUnread - first); at < turns.length; at += 1) {
    const turn = turns[at]
    if (!turn) continue
    if (fits(turn)) return turn
    // Turns before it stay read and are skipped the next time.
    if (at + first === reading.firstUnread && turn.readings.has(reading)) reading.firstUnread += 1
  }
  return undefined
}

/** Whether a turn of another reading may be the one begun here: only one of the two has the request, as with a stream and its transcript. */
function isSameTurn(
  turn: TurnState,
  reading: SourceReading,
  trigger: TurnTrigger,
  needs: 'response' | 'result',
): boolean {
  if (turn.readings.has(reading)) return false
  if (turn.hasOnlyNotes) return true
  if (hasRequest(turn.trigger) === hasRequest(trigger)) return false
  // A stream without requests is that of one process, and a turn with a result belongs to another process.
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

/** What identifies a turn: a response, or a kind of record of which there are few. */
function turnKey(message: Message): string | undefined {
  if (message.kind === 'assistant') return message.synthetic ? message.id : (message.responseId ?? message.id)
  if (message.kind === 'partial')
    return message.event.event === 'message-start' ? message.event.responseId : undefined
  return keyedKinds.has(message.kind) ? message.id : undefined
}

/** Enters the turn in which another reading has the same message. */
export function enterKnownTurn(context: FoldContext, message: Message): void {
  const {session, reading} = context
  const key = turnKey(message)
  const known = key === undefined ? undefined : session.turnsByKey.get(key)
  if (!known) return
  if (known.readings.has(reading) && reading.pendingTrigger === undefined) {
    // A command may be given in the middle of a response. A record that is only written again does not move the reading.
    if (key === session.main.lastMessage) reading.turn = known
  } else enterTurn(context, reading, known, (item) => item.id === message.id || isPartOf(item, key))
}

const isPartOf = (item: Item, response: string | undefined): boolean =>
  'responseId' in item && item.responseId === response

/** Notes the turn of a message, for other readings. */
export function registerTurn(context: FoldContext, message: Message): void {
  const key = turnKey(message)
  if (key === undefined || context.session.turnsByKey.has(key)) return
  const turn = currentTurn(context)
  if (turn) context.session.turnsByKey.set(key, turn)
}

/** Enters a turn that another reading has opened; held items are put before the first item that fits. */
function enterTurn(
  context: SessionContext,
  reading: SourceReading,
  turn: TurnState,
  follows: (item: Item) => boolean = () => false,
): void {
  if (turn.trigger === 'continuation' && reading.pendingTrigger !== undefined)
    turn.trigger = reading.pendingTrigger
  moveReading(reading, turn)
  releaseHeld(context, reading, turn.items.findIndex(follows))
}

function moveReading(reading: SourceReading, turn: TurnState): void {
  reading.turn = turn
  turn.hasOnlyNotes = false
  reading.isTurnOver = false
  reading.pendingTrigger = undefined
  if (turn.readings.has(reading)) return
  turn.readings.add(reading)
  reading.turnsRead += 1
}

/** Opens a turn that no other reading has; the one before it is over. */
export function openTurn(context: SessionContext, reading: SourceReading, trigger: TurnTrigger): TurnState {
  const {state, session, time} = context
  const before = session.turns.at(-1)
  if (before) closeTurn(context, before)
  const turn = new TurnState(turnCount(session), trigger, time)
  if (!keepsItems(state)) session.turns = []
  session.turns.push(turn)
  session.main.waitingCommand = undefined
  state.changes.push({type: 'turn-added', session, turn})
  moveReading(reading, turn)
  releaseHeld(context, reading)
  return turn
}

/** Puts the held items of a reading into its turn, before the item at a place if there is one. */
export function releaseHeld({state, session}: SessionContext, reading: SourceReading, at = -1): void {
  const {turn, heldItems} = reading
  if (!turn || heldItems.length === 0) return
  reading.heldItems = []
  const before = at === -1 ? undefined : turn.items[at]?.key
  const items = heldItems.filter(({isRemoved}) => !isRemoved).map(({item}) => item)
  for (const waiting of heldItems) waiting.owner = turn
  if (keepsItems(state)) turn.list.insert(items, at)
  for (const item of items) state.changes.push({type: 'item-added', session, place: {turn}, item, before})
}

/** Notes that a reading has reached the end of its turn. */
export function endTurn(context: FoldContext, turn: TurnState): void {
  context.reading.isTurnOver = true
  closeTurn(context, turn)
}

/** Notes that a turn is over; it settles once its calls have ended too. */
export function closeTurn(context: SessionContext, turn: TurnState): void {
  turn.closed = true
  settleTurn(context, turn)
}

/** Settles a turn that is over and has no open calls. */
export function settleTurn({state, session}: SessionContext, turn: TurnState): void {
  if (!turn.closed || turn.openCallCount > 0 || turn.settled) return
  turn.settled = true
  state.changes.push({type: 'turn-settled', session, turn})
  if (state.options.keep === 'open') state.settledSessions.push(session)
}

/** Whether turns keep their items. */
export const keepsItems = ({options}: SessionContext['state']): boolean => options.keep === 'all'
