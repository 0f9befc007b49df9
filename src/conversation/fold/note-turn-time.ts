import type {Instant, Message, MessageKind} from '../../model/index.ts'
import type {FoldContext, TimeRange} from '../state/state.ts'
import {currentTurn} from '../state/turns.ts'

/**
 * Kinds in which a turn goes on. Everything else may be dated long after: the client notes what it does on its own,
 * and what a person does with the client, in the turn that came last.
 */
const turnKinds: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'init',
  'prompt',
  'steering',
  'slash-command',
  'command-output',
  'bash-input',
  'bash-output',
  'memory',
  'teammate-message',
  'task-notification',
  'interruption',
  'assistant',
  'partial',
  'tool-result',
  'result',
])

/**
 * Notes that the turn goes on. A stream has no times of its own but for a few lines, and may be read long after it was
 * written: its own times and those of its arrival are two clocks, and only times of one can be compared.
 */
export function noteTurnTime(context: FoldContext, message: Message): void {
  const {time, arrivedAt} = context
  const turn = currentTurn(context)
  if (!turn) return
  if (message.kind === 'task') extendRange(turn.recordTimes, message.endedAt)
  else if (continuesTurn(message)) {
    extendRange(turn.recordTimes, message.time)
    extendRange(turn.arrivalTimes, arrivedAt)
    turn.startedAt ??= time
    if (time !== undefined) turn.endedAt = Math.max(turn.endedAt ?? time, time)
  }
  turn.spanMs = Math.max(spanOf(turn.recordTimes), spanOf(turn.arrivalTimes)) || undefined
}

/** What the client says in the assistant's place is said when a session is taken up again, unless it is an error. */
const continuesTurn = (message: Message): boolean =>
  turnKinds.has(message.kind) &&
  (message.kind !== 'assistant' || !message.synthetic || message.error !== undefined)

/** Notes a time on a clock. */
export function extendRange(clock: TimeRange, time: Instant | undefined): void {
  if (time === undefined) return
  clock.first = Math.min(clock.first ?? time, time)
  clock.last = Math.max(clock.last ?? time, time)
}

const spanOf = ({first, last}: TimeRange): number =>
  first === undefined || last === undefined ? 0 : last - first
