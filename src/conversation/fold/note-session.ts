import type {Instant, Message, MessageKind} from '../../model/index.ts'
import type {FoldContext, SessionState, TimeRange} from '../state/state.ts'
import {noteActivity} from '../state/tool-runs.ts'
import {currentTurn} from '../state/turns.ts'

/** Kinds that are about a session and not part of its conversation. */
export const noteKinds: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'title',
  'leaf',
  'snapshot',
  'metadata',
  'queue',
  'api-log',
  'cost-state',
])

/** Whether a message is part of the conversation: a session of notes alone is not shown. */
export const isSubstantial = ({kind}: Message): boolean => !noteKinds.has(kind)

/** Kinds after which a stream must have a result. */
const workKinds = new Set<MessageKind>(['init', 'prompt', 'assistant', 'partial', 'tool-result'])

/** Parts of a response are work only if they are folded: another reading may have the response already. */
const isWork = ({thread}: FoldContext, {kind}: Message): boolean =>
  workKinds.has(kind) && (kind !== 'partial' || thread.partial !== undefined)

/** Notes the fields of a message's envelope in its session. */
export function noteSession(context: FoldContext, message: Message, fresh: boolean): void {
  const {state, session, thread, line} = context
  if (isSubstantial(message)) session.substantial = true
  if (message.kind === 'init' && message.made) session.madeStreams.add(line.at.source)
  if (message.dialect === 'stream-json' && !session.madeStreams.has(line.at.source))
    session.streams.add(line.at.source)
  if (!thread.agent) session.mainSources.add(line.at.source)
  noteUnfinishedStream(context, message, fresh)
  const {cwd, version, gitBranch} = session
  session.cwd ??= message.cwd
  session.version = message.version ?? version
  session.gitBranch = message.gitBranch ?? gitBranch
  session.entrypoint = message.entrypoint ?? session.entrypoint
  if (session.cwd !== cwd || session.version !== version || session.gitBranch !== gitBranch) {
    state.changes.push({type: 'session-changed', session})
  }
}

/** Notes whether a stream still needs a result. A run is over once another has begun, whatever is read of it later. */
function noteUnfinishedStream(context: FoldContext, message: Message, fresh: boolean): void {
  const {session, thread, line} = context
  const {source} = line.at
  if (message.kind === 'init') session.newestStream = source
  const streamed = message.dialect === 'stream-json' || message.dialect === 'stored'
  if (message.kind === 'result') {
    if (session.unfinishedStream === source) session.unfinishedStream = undefined
  } else if (fresh && streamed && !thread.agent && isWork(context, message)) {
    if ((session.newestStream ?? source) === source) session.unfinishedStream = source
  }
}

/** Notes the time of a message in its session, its turn and its agent. */
export function noteTime(context: FoldContext, message: Message): void {
  const {session, thread, time} = context
  if (time !== undefined) {
    extendRange(message.time === undefined ? session.arrivalTimes : session.recordTimes, time)
    const {first, last} = sessionTimes(session)
    session.startedAt = first
    session.endedAt = last
  }
  if (!thread.agent) noteTurnTime(context, message)
  else if (time !== undefined) {
    thread.agent.startedAt ??= time
    noteActivity(context, thread.agent.callId)
  }
}

/** A stream may be read long after it was written; then its times of arrival are not those of the session. */
const maxArrivalDelayMs = 3_600_000

function sessionTimes({recordTimes, arrivalTimes}: SessionState): TimeRange {
  if (recordTimes.first === undefined || recordTimes.last === undefined) return arrivalTimes
  if (arrivalTimes.first === undefined || arrivalTimes.last === undefined) return recordTimes
  if (
    arrivalTimes.first - recordTimes.last > maxArrivalDelayMs ||
    recordTimes.first - arrivalTimes.last > maxArrivalDelayMs
  )
    return recordTimes
  return {
    first: Math.min(recordTimes.first, arrivalTimes.first),
    last: Math.max(recordTimes.last, arrivalTimes.last),
  }
}

/**
 * Kinds that continue a turn. Everything else may be dated long after: in the last turn there are also notes of the
 * client and of what the user does with the client.
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
 * Notes the time of a message in its turn. Most lines of a stream have no time, and it may be read long after it was
 * written: the times of records and of their arrival are two clocks, and are never compared.
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

/** Synthetic responses are written when a session is resumed, unless they are errors. */
const continuesTurn = (message: Message): boolean =>
  turnKinds.has(message.kind) &&
  (message.kind !== 'assistant' || !message.synthetic || message.error !== undefined)

/** Extends a range to a time. */
function extendRange(clock: TimeRange, time: Instant | undefined): void {
  if (time === undefined) return
  clock.first = Math.min(clock.first ?? time, time)
  clock.last = Math.max(clock.last ?? time, time)
}

const spanOf = ({first, last}: TimeRange): number =>
  first === undefined || last === undefined ? 0 : last - first
