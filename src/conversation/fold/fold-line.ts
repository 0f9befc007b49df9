import type {Instant, Line, Message, MessageKind, MessageOf} from '../../model/index.ts'
import {conversationOf} from '../../model/line.ts'
import type {Change} from '../change.ts'
import {bookResponse} from '../costs/book-response.ts'
import {findFileThread, findThread, noteAgentMeta} from '../state/agents.ts'
import {addQuietly} from '../state/items.ts'
import {newSession} from '../state/new-session.ts'
import type {ConversationState, FoldContext, SessionState, SourceInfo} from '../state/state.ts'
import {enterKnownTurn, registerTurn} from '../state/turns.ts'
import {noteSourceTitles, noteSummary} from './fold-title.ts'
import {foldToolResults} from './fold-tool-results.ts'
import {forgetSettled} from './forget-settled.ts'
import {handlers} from './handlers.ts'
import {noteRecord} from './note-record.ts'
import {noteKinds, noteSession, noteTime} from './note-session.ts'

/**
 * Folds one line into the conversation and tells what changed. It never reads a clock: the time is the
 * record's own, or `arrivedAt` where it has none. Live and saved, whole files and single bytes come this way.
 */
export function foldLine(state: ConversationState, line: Line, arrivedAt?: Instant): readonly Change[] {
  forgetSettled(state)
  state.changes = []
  foldAny(state, line, arrivedAt)
  return state.changes
}

/** Says what is known about a source before its lines come. */
export function beginSource(state: ConversationState, source: string, info: SourceInfo): void {
  state.sources.set(source, info)
}

/** Folds a line that waited for its session, into the one that is named after its conversation or its source if no other was. */
export function foldWaiting(state: ConversationState, line: Line, arrivedAt: Instant | undefined): void {
  if (line.kind === 'message' && !state.lastSession.has(line.at.source)) {
    enterSession(state, line.at.source, conversationOf(line) ?? line.at.source)
  }
  foldAny(state, line, arrivedAt)
}

function foldAny(state: ConversationState, line: Line, arrivedAt: Instant | undefined): void {
  state.lineCount += 1
  if (line.kind === 'message') foldMessage(state, line, line.message, arrivedAt)
  else foldOther(state, line, arrivedAt)
}

function foldMessage(
  state: ConversationState,
  line: Line,
  message: Message,
  arrivedAt: Instant | undefined,
): void {
  const {source} = line.at
  const session = sessionOf(state, source, message)
  if (!session) {
    if (message.kind !== 'title' || !noteSummary(state, message, line)) hold(state, line, arrivedAt)
    return
  }
  const before = state.waitingLines.get(source)
  if (before) {
    state.waitingLines.delete(source)
    for (const held of before) foldAny(state, held.line, held.arrivedAt)
  }
  const moment = {state, session, time: message.time ?? arrivedAt}
  const meta = message.dialect === 'transcript' ? state.sources.get(source)?.agent : undefined
  if (meta) noteAgentMeta(moment, meta)
  const {time} = moment
  const thread = findThread(moment, message, meta)
  const context: FoldContext = {state, session, time, arrivedAt: arrivedAt ?? time, thread, line}
  const answer = message.kind === 'assistant' ? bookResponse(context, message) : undefined
  const fresh = noteRecord(context, message, answer)
  noteSession(context, message, fresh)
  if (!thread.agent) enterKnownTurn(context, message)
  if (fresh) dispatch(message.kind, context, message)
  else refine(context, message)
  if (!thread.agent && fresh) registerTurn(context, message)
  noteTime(context, message)
}

function dispatch<Kind extends MessageKind>(
  kind: Kind,
  context: FoldContext,
  message: MessageOf<Kind>,
): void {
  handlers[kind](context, message)
}

/** A record that another source has given already may still know something better. */
function refine(context: FoldContext, message: Message): void {
  if (message.kind === 'tool-result') {
    foldToolResults(
      context,
      message.results.filter((result) => context.session.runs.has(result.callId)),
    )
  }
}

function foldOther(
  state: ConversationState,
  line: Exclude<Line, {kind: 'message'}>,
  arrivedAt: Instant | undefined,
): void {
  const session = state.lastSession.get(line.at.source)
  if (!session) {
    hold(state, line, arrivedAt)
    return
  }
  const moment = {state, session, time: arrivedAt}
  const meta = state.sources.get(line.at.source)?.agent
  const thread = meta ? findFileThread(moment, meta) : session.main
  addQuietly({...moment, arrivedAt: arrivedAt, thread, line}, 'line', {line})
}

/** What keeps nothing need not wait for anything. */
function hold(state: ConversationState, line: Line, arrivedAt: Instant | undefined): void {
  if (state.options.keep === 'nothing' && !(line.kind === 'message' && line.message.dialect === 'stored'))
    return
  const waiting = state.waitingLines.get(line.at.source)
  if (waiting) waiting.push({line, arrivedAt})
  else state.waitingLines.set(line.at.source, [{line, arrivedAt}])
}

/**
 * A transcript's session is its file's name, because forks copy lines with the old id; otherwise it is the line's
 * word, or that of the line before. Control lines, notes and stored rows may come before any that names one.
 */
function sessionOf(state: ConversationState, source: string, message: Message): SessionState | undefined {
  const last = state.lastSession.get(source)
  const named = message.dialect === 'transcript' ? state.sources.get(source)?.session : undefined
  const id = named ?? (message.session || undefined) ?? last?.id
  if (id === undefined) return canWait(message) ? undefined : enterSession(state, source, source)
  return last?.id === id ? last : enterSession(state, source, id)
}

const canWait = (message: Message): boolean =>
  noteKinds.has(message.kind) ||
  message.kind === 'control' ||
  message.kind === 'permission' ||
  message.dialect === 'stored'

function enterSession(state: ConversationState, source: string, id: string): SessionState {
  const known = state.sessions.get(id)
  const session = known ?? newSession(id, state.options.makeRuns())
  state.lastSession.set(source, session)
  const sessions = state.sessionsOf.get(source)
  if (sessions) sessions.add(session)
  else state.sessionsOf.set(source, new Set([session]))
  if (!known) {
    state.sessions.set(id, session)
    state.changes.push({type: 'session-added', session})
  }
  noteSourceTitles(state, session, state.sources.get(source))
  return session
}
