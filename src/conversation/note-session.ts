import type {Message, MessageKind} from '../model/index.ts'
import {noteTurnTime, tick} from './note-turn-time.ts'
import {noteLife} from './runs.ts'
import type {Clock, Context, SessionState} from './state.ts'

/** Kinds that say something about a session without being part of what was said and done. */
export const notes: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'title',
  'leaf',
  'snapshot',
  'metadata',
  'queue',
  'api-log',
  'cost-state',
])

/** Whether a message is part of what was said and done: a session of notes alone is none. */
export const isSubstantial = ({kind}: Message): boolean => !notes.has(kind)

/** Kinds after which a stream owes a result. */
const work: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'init',
  'prompt',
  'assistant',
  'partial',
  'tool-result',
])

/** Pieces of an answer are work only where they are taken up: another reading may have told it. */
const isWork = ({thread}: Context, {kind}: Message): boolean =>
  work.has(kind) && (kind !== 'partial' || thread.partial !== undefined)

/** Notes what a message's envelope tells about its session. */
export function noteSession(context: Context, message: Message, fresh: boolean): void {
  const {state, session, thread, line} = context
  if (isSubstantial(message)) session.substantial = true
  if (message.kind === 'init' && message.made) session.madeStreams.add(line.at.source)
  if (message.dialect === 'stream-json' && !session.madeStreams.has(line.at.source))
    session.streams.add(line.at.source)
  if (!thread.agent) session.mainSources.add(line.at.source)
  noteRun(context, message, fresh)
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
function noteRun(context: Context, message: Message, fresh: boolean): void {
  const {session, thread, line} = context
  const {source} = line.at
  if (message.kind === 'init') session.newestRun = source
  const streamed = message.dialect === 'stream-json' || message.dialect === 'stored'
  if (message.kind === 'result') {
    if (session.unfinished === source) session.unfinished = undefined
  } else if (fresh && streamed && !thread.agent && isWork(context, message)) {
    if ((session.newestRun ?? source) === source) session.unfinished = source
  }
}

/** Notes when something happened: to the session, to the turn it now belongs to, to the agent that speaks. */
export function noteTime(context: Context, message: Message): void {
  const {session, thread, time} = context
  if (time !== undefined) {
    tick(message.time === undefined ? session.heard : session.written, time)
    const {first, last} = timesOf(session)
    session.startedAt = first
    session.endedAt = last
  }
  if (!thread.agent) noteTurnTime(context, message)
  else if (time !== undefined) {
    thread.agent.startedAt ??= time
    noteLife(context, thread.agent.callId)
  }
}

/** A stream may be read long after it was written; then the times at which it was heard are not those of the session. */
const longAfter = 3_600_000

function timesOf({written, heard}: SessionState): Clock {
  if (written.first === undefined || written.last === undefined) return heard
  if (heard.first === undefined || heard.last === undefined) return written
  if (heard.first - written.last > longAfter || written.first - heard.last > longAfter) return written
  return {first: Math.min(written.first, heard.first), last: Math.max(written.last, heard.last)}
}
