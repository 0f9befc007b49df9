import type {Message, MessageKind} from '../../model/index.ts'
import type {FoldContext, SessionState, TimeRange} from '../state/state.ts'
import {noteActivity} from '../state/tool-runs.ts'
import {extendRange, noteTurnTime} from './note-turn-time.ts'

/** Kinds that say something about a session without being part of what was said and done. */
export const noteKinds: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'title',
  'leaf',
  'snapshot',
  'metadata',
  'queue',
  'api-log',
  'cost-state',
])

/** Whether a message is part of what was said and done: a session of notes alone is none. */
export const isSubstantial = ({kind}: Message): boolean => !noteKinds.has(kind)

/** Kinds after which a stream owes a result. */
const workKinds: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'init',
  'prompt',
  'assistant',
  'partial',
  'tool-result',
])

/** Pieces of an answer are work only where they are taken up: another reading may have told it. */
const isWork = ({thread}: FoldContext, {kind}: Message): boolean =>
  workKinds.has(kind) && (kind !== 'partial' || thread.partial !== undefined)

/** Notes what a message's envelope tells about its session. */
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

/** Notes whether a stream owes a result. A run that another began after is over, whatever is read of it later. */
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

/** Notes when something happened: to the session, to the turn it now belongs to, to the agent that speaks. */
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

/** A stream may be read long after it was written; then the times at which it was heard are not those of the session. */
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
