import type {Instant, Line, Message, MessageKind, MessageOf} from '../model/index.ts'
import {noteAgentMeta, threadOf} from './agents.ts'
import type {Change} from './change.ts'
import {isAnswer, noteUsage} from './fold-answer.ts'
import {foldResults} from './fold-results.ts'
import {handlers} from './handlers.ts'
import {addQuietly, forgetSettled} from './items.ts'
import {noteNode} from './note-node.ts'
import {noteLife} from './runs.ts'
import type {Context, ConversationState, SessionState, SourceInfo} from './state.ts'
import {newSession} from './state.ts'

/**
 * Folds one line into the conversation and tells what changed. It never reads a clock: the time is the
 * record's own, or `arrivedAt` where it has none. Live and saved, whole files and single bytes come this way.
 */
export function foldLine(state: ConversationState, line: Line, arrivedAt?: Instant): readonly Change[] {
  state.changes = []
  state.order += 1
  foldAny(state, line, arrivedAt)
  forgetSettled(state)
  return state.changes
}

function foldAny(state: ConversationState, line: Line, arrivedAt: Instant | undefined): void {
  if (line.kind === 'message') foldMessage(state, line, line.message, arrivedAt)
  else foldOther(state, line, arrivedAt)
}

/** Says what is known about a source before its lines come. */
export function beginSource(state: ConversationState, source: string, info: SourceInfo): void {
  state.sources.set(source, info)
}

function foldMessage(
  state: ConversationState,
  line: Line,
  message: Message,
  arrivedAt: Instant | undefined,
): void {
  const {source} = line.at
  if (!isNamed(state, source, message)) {
    hold(state, line, arrivedAt)
    return
  }
  const session = sessionOf(state, line, message)
  const before = state.waiting.get(source)
  if (before) {
    state.waiting.delete(source)
    for (const held of before) foldAny(state, held.line, held.arrivedAt)
  }
  const meta = message.dialect === 'transcript' ? state.sources.get(source)?.agent : undefined
  if (meta) noteAgentMeta(state, session, meta)
  const thread = threadOf(state, session, message, meta)
  const context: Context = {state, session, thread, line, time: message.time ?? arrivedAt}
  const fresh = noteNode(context, message)
  noteSession(context, message)
  if (fresh) dispatch(message.kind, context, message)
  else refine(context, message)
}

/** Control lines and notes may come before the first line that names a session. */
function isNamed(state: ConversationState, source: string, message: Message): boolean {
  if (message.session !== undefined || state.lastSession.has(source)) return true
  if (message.dialect === 'transcript' && state.sources.get(source)?.session !== undefined) return true
  return !notes.has(message.kind) && message.kind !== 'control' && message.kind !== 'permission'
}

function hold(state: ConversationState, line: Line, arrivedAt: Instant | undefined): void {
  const waiting = state.waiting.get(line.at.source)
  if (waiting) waiting.push({line, arrivedAt})
  else state.waiting.set(line.at.source, [{line, arrivedAt}])
}

function dispatch<Kind extends MessageKind>(kind: Kind, context: Context, message: MessageOf<Kind>): void {
  handlers[kind](context, message)
}

/** A record that another source has given already may still know something better. */
function refine(context: Context, message: Message): void {
  if (isAnswer(message)) noteUsage(context, message)
  else if (message.kind === 'tool-result')
    foldResults(
      context,
      message.results.filter((result) => context.session.runs.has(result.callId)),
    )
}

function foldOther(
  state: ConversationState,
  line: Exclude<Line, {kind: 'message'}>,
  arrivedAt: Instant | undefined,
): void {
  const session = state.lastSession.get(line.at.source)
  if (session) addQuietly({state, session, thread: session.main, line, time: arrivedAt}, 'line', {line})
  else hold(state, line, arrivedAt)
}

/** A transcript's session is its file's name, because forks copy lines with the old id; otherwise the line's word. */
function sessionOf(state: ConversationState, line: Line, message: Message): SessionState {
  const {source} = line.at
  const last = state.lastSession.get(source)
  const named = message.dialect === 'transcript' ? state.sources.get(source)?.session : undefined
  const id = named ?? message.session ?? last?.id ?? source
  if (last?.id === id) return last
  const known = state.sessions.get(id)
  const session = known ?? newSession(id)
  state.lastSession.set(source, session)
  const sessions = state.sessionsOf.get(source)
  if (sessions) sessions.add(session)
  else state.sessionsOf.set(source, new Set([session]))
  if (known) return known
  state.sessions.set(id, session)
  state.changes.push({type: 'session-added', session})
  return session
}

/** Kinds that say something about a session without being part of what was said and done. */
const notes: ReadonlySet<MessageKind> = new Set<MessageKind>([
  'title',
  'leaf',
  'snapshot',
  'metadata',
  'queue',
  'api-log',
  'cost-state',
])

function noteSession(context: Context, message: Message): void {
  const {session, thread, time} = context
  if (!notes.has(message.kind)) session.substantial = true
  if (message.dialect === 'stream-json' || message.dialect === 'stored') session.streamed = true
  if (message.kind === 'assistant' || message.kind === 'tool-result' || message.kind === 'prompt')
    session.unfinished = true
  session.cwd ??= message.cwd
  session.version = message.version ?? session.version
  session.gitBranch = message.gitBranch ?? session.gitBranch
  session.entrypoint = message.entrypoint ?? session.entrypoint
  if (time === undefined) return
  session.startedAt = Math.min(session.startedAt ?? time, time)
  session.endedAt = Math.max(session.endedAt ?? time, time)
  const turn = session.turns.at(-1)
  if (turn && !turn.closed) turn.endedAt = Math.max(turn.endedAt ?? time, time)
  if (thread.agent) {
    thread.agent.startedAt ??= time
    noteLife(context, thread.agent.callId, time)
  }
}
