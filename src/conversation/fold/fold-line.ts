import type {Instant, Line, Message, MessageKind, MessageOf} from '../../model/index.ts'
import {conversationOf} from '../../model/line.ts'
import {addToList, addToSet, getOrAdd} from '../../model/maps.ts'
import type {Change} from '../change.ts'
import {bookResponse} from '../costs/book-response.ts'
import {findFileThread, findThread, noteAgentMeta} from '../state/agents.ts'
import {addQuietly} from '../state/items.ts'
import {type ConversationState, type FoldContext, SessionState, SourceReading} from '../state/state.ts'
import {forgetSettled} from '../state/tool-runs.ts'
import {enterKnownTurn, registerTurn} from '../state/turns.ts'
import {noteSourceTitles, noteSummary} from './fold-title.ts'
import {foldToolResults} from './fold-tools.ts'
import {handlers} from './handlers.ts'
import {noteRecord} from './note-record.ts'
import {noteKinds, noteSession, noteTime} from './note-session.ts'

/**
 * Folds one line into the conversation and returns what changed. It never reads a clock: the time is the record's own,
 * or `arrivedAt` if it has none. Live and saved sessions are folded by this function alone.
 */
export function foldLine(state: ConversationState, line: Line, arrivedAt?: Instant): readonly Change[] {
  forgetSettled(state)
  state.changes = []
  foldAny(state, line, arrivedAt)
  return state.changes
}

/** Folds a line whose session was never named: its session is named after its conversation or its source. */
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
  const session = findSession(state, source, message)
  if (!session) {
    if (message.kind !== 'title' || !noteSummary(state, message, line)) hold(state, line, arrivedAt)
    return
  }
  const before = state.waitingLines.get(source)
  if (before) {
    state.waitingLines.delete(source)
    for (const held of before) foldAny(state, held.line, held.arrivedAt)
  }
  const time = message.time ?? arrivedAt
  const moment = {state, session, time}
  const meta = message.dialect === 'transcript' ? state.sources.get(source)?.agent : undefined
  if (meta) noteAgentMeta(moment, meta)
  const thread = findThread(moment, message, meta)
  const reading = readingOf(session, source)
  const context: FoldContext = {state, session, time, arrivedAt: arrivedAt ?? time, thread, reading, line}
  const response = message.kind === 'assistant' ? bookResponse(context, message) : undefined
  const isNew = noteRecord(context, message, response)
  noteSession(context, message, isNew)
  if (!thread.agent) enterKnownTurn(context, message)
  if (isNew) dispatch(message.kind, context, message)
  // Another source has given the record already; its results may still be more complete.
  else if (message.kind === 'tool-result')
    foldToolResults(
      context,
      message.results.filter(({callId}) => session.runs.has(callId)),
    )
  if (!thread.agent && isNew) registerTurn(context, message)
  noteTime(context, message)
}

function dispatch<Kind extends MessageKind>(
  kind: Kind,
  context: FoldContext,
  message: MessageOf<Kind>,
): void {
  handlers[kind](context, message)
}

function foldOther(
  state: ConversationState,
  line: Exclude<Line, {kind: 'message'}>,
  arrivedAt: Instant | undefined,
): void {
  const {source} = line.at
  const session = state.lastSession.get(source)
  if (!session) {
    hold(state, line, arrivedAt)
    return
  }
  const moment = {state, session, time: arrivedAt}
  const meta = state.sources.get(source)?.agent
  const thread = meta ? findFileThread(moment, meta) : session.main
  addQuietly({...moment, arrivedAt, thread, reading: readingOf(session, source), line}, 'line', {line})
}

const readingOf = (session: SessionState, source: string): SourceReading =>
  getOrAdd(session.readings, source, () => new SourceReading())

/** Holds a line until its session is known. With `keep: 'nothing'` only stored rows are needed later. */
function hold(state: ConversationState, line: Line, arrivedAt: Instant | undefined): void {
  if (state.options.keep === 'nothing' && !(line.kind === 'message' && line.message.dialect === 'stored'))
    return
  addToList(state.waitingLines, line.at.source, {line, arrivedAt})
}

/**
 * A transcript's session is its file's name, because forks copy lines with the old id; otherwise it is the one that the
 * line names, or the line before. Control lines, notes and stored rows may precede the first line that names one.
 */
function findSession(state: ConversationState, source: string, message: Message): SessionState | undefined {
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
  const session = known ?? new SessionState(id, state.options.makeRuns())
  state.lastSession.set(source, session)
  addToSet(state.sessionsOf, source, session)
  if (!known) {
    state.sessions.set(id, session)
    state.changes.push({type: 'session-added', session})
  }
  noteSourceTitles(state, session, state.sources.get(source))
  return session
}
