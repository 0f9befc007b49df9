import {Conversation, type Session} from '../../conversation/index.ts'
import {formatJsonLine} from '../../model/format-json.ts'
import type {Instant, JsonObject, Line, Message, ModelTotal} from '../../model/index.ts'
import {timeOf} from '../../model/line.ts'
import {addToSet} from '../../model/maps.ts'
import {linesOf, type SessionStep, type SourceFile} from '../../sources/index.ts'
import {readStored} from '../stored-message.ts'
import {type StreamPlace, streamRecord} from './stream-record.ts'
import {initRecord, resultRecord, titleRecord} from './synthesized-records.ts'

/** A saved session: its files, and its lines in order. */
export interface SavedSession {
  readonly files: readonly SourceFile[]
  /** Reads it from the start each time. */
  steps(): Iterable<SessionStep>
}

/** A line of a stream. */
export interface StreamLine {
  /** Without its newline. */
  readonly text: string
  /** When it was written or arrived, if known. */
  readonly time: Instant | undefined
  /** The original line; `undefined` for the synthesized first and last lines. */
  readonly from: Line | undefined
}

/**
 * Writes a saved session as the stream that a client would have printed. A recorded stream is reproduced exactly. A transcript
 * is converted: the stream starts with an `init` that says so, and ends with a `result` if the session ended. What only
 * transcripts contain is left out; docs/recording.md lists it. `title` overrides the title in the files.
 */
export function* convertToStream(
  session: SavedSession,
  madeBy: string,
  title?: string,
): Generator<StreamLine> {
  const files = new Map(session.files.map((file) => [file.path, file]))
  const survey = surveySession(session, files)
  const {state} = survey
  const begun = new Set<string>()
  const seen = new Set<string>()
  const ends = new Map<string, StreamLine>()
  for (const line of linesOf(session.steps())) {
    const kept = survey.isSynthesized ? undefined : originalText(line)
    if (kept !== undefined) {
      yield {text: kept, time: timeOf(line), from: line}
      continue
    }
    if (line.kind !== 'message') continue
    const {message} = line
    const owner = sessionOf(files, line, message, state)
    if (!owner) continue
    const isStream = message.dialect === 'stream-json'
    const place = {
      ...placeOf(survey.state, owner, message, files.get(line.at.source)?.agent?.id),
      denied: survey.denied,
    }
    const record = isStream ? message.record : streamRecord(message, place)
    if (!record) continue
    // A stream and its transcript have the same ids.
    if (message.id !== undefined && message.kind !== 'partial') {
      if (seen.has(message.id)) continue
      seen.add(message.id)
    }
    if (!begun.has(owner.id)) {
      begun.add(owner.id)
      yield synthesizedLine(initRecord(owner, survey.toolsOf(owner.id), madeBy), owner.startedAt)
      const called = titleOf(owner, title)
      if (called !== undefined) yield synthesizedLine(titleRecord(owner, called), owner.startedAt)
    }
    const next = {text: isStream ? line.text : formatJsonLine(record), time: message.time, from: line}
    const isMain = place.agent === undefined
    const held = isMain ? ends.get(owner.id) : undefined
    if (held) yield held
    if (isMain) ends.delete(owner.id)
    if (message.kind === 'turn-duration') ends.set(owner.id, next)
    else yield next
  }
  if (survey.isSynthesized) yield* endings(survey, begun, ends)
}

/** The results of sessions. A result also has the duration of the last turn, so that its own line is not needed. */
function* endings(
  {state, lastText, totals}: Survey,
  begun: Iterable<string>,
  ends: ReadonlyMap<string, StreamLine>,
): Generator<StreamLine> {
  for (const id of begun) {
    const owner = state.sessions.get(id)
    const end = ends.get(id)
    const ending = {text: lastText.get(id), totals: totals.get(id), turnMs: end && turnMs(end)}
    const record = owner && resultRecord(state, owner, ending)
    if (record) yield synthesizedLine(record, owner?.endedAt)
    else if (end) yield end
  }
}

const turnMs = ({from}: StreamLine): number | undefined =>
  from?.kind === 'message' && from.message.kind === 'turn-duration' ? from.message.durationMs : undefined

/** The title, unless it is only the first prompt. */
function titleOf({givenTitle, firstPrompt}: Session, known: string | undefined): string | undefined {
  if (known !== undefined) return firstPrompt?.trim().startsWith(known) ? undefined : known
  return givenTitle
}

const synthesizedLine = (record: JsonObject, time: Instant | undefined): StreamLine => ({
  text: JSON.stringify(record),
  time,
  from: undefined,
})

/** The original text of a line of a stream, possibly in a store's envelope; `undefined` for other lines. */
function originalText(line: Line): string | undefined {
  const isStored = line.kind === 'message' && line.message.dialect === 'stored'
  if (line.kind === 'unreadable' || !(isStored || line.text.includes('"claudeMessage"'))) return line.text
  const record = readStored(Buffer.from(line.text))
  if (record.kind === 'message') return Buffer.from(record.line).toString()
  return isStored ? undefined : line.text
}

type Files = ReadonlyMap<string, SourceFile>

interface Survey {
  readonly state: Conversation
  /** Some lines are not of a stream, so the stream is synthesized. */
  readonly isSynthesized: boolean
  readonly denied: ReadonlySet<string>
  readonly lastText: ReadonlyMap<string, string>
  readonly totals: ReadonlyMap<string, readonly ModelTotal[]>
  toolsOf(session: string): readonly string[]
}

/** Reads everything once: the owners of agents and the outcome are known only at the end. */
function surveySession(session: SavedSession, files: Files): Survey {
  const state = new Conversation({keep: 'nothing'})
  const tools = new Map<string, Set<string>>()
  const lastText = new Map<string, string>()
  const totals = new Map<string, readonly ModelTotal[]>()
  const denied = new Set<string>()
  let isMade = false
  const lines = linesOf(session.steps(), ({kind, file}) => {
    if (kind === 'begin') state.begin(file.path, file)
    else state.end(file.path)
  })
  for (const line of lines) {
    for (const change of state.add(line)) {
      if (change.type !== 'run-changed') continue
      if (change.run.state === 'denied') denied.add(change.run.id)
      else denied.delete(change.run.id)
    }
    if (line.kind !== 'message') continue
    const {message} = line
    isMade ||= message.dialect === 'transcript' || message.dialect === 'webui' || isRow(message)
    const id = sessionOf(files, line, message, state)?.id
    if (id === undefined) continue
    if (message.kind === 'cost-state') totals.set(id, message.totals)
    if (message.kind !== 'assistant') continue
    for (const block of message.blocks) {
      if (block.type === 'tool-call') addToSet(tools, id, block.name)
      else if (block.type === 'text' && !message.sidechain && !message.agent) lastText.set(id, block.text)
    }
  }
  return {state, isSynthesized: isMade, denied, lastText, totals, toolsOf: (id) => [...(tools.get(id) ?? [])]}
}

const isRow = ({dialect, record}: Message): boolean =>
  dialect === 'stored' && typeof record['claudeMessage'] !== 'object'

/** The session of a line; for a transcript, that of its file. */
function sessionOf(files: Files, line: Line, message: Message, state: Conversation): Session | undefined {
  const {source} = line.at
  const named = message.dialect === 'transcript' ? files.get(source)?.session : undefined
  return state.sessions.get(named ?? message.session ?? source) ?? state.sessions.get(source)
}

/** The place of a line. Old transcripts do not name the agent, but are in its thread. */
function placeOf(
  conversation: Conversation,
  session: Session,
  message: Message,
  fileAgent: string | undefined,
): Omit<StreamPlace, 'denied'> {
  const id = fileAgent ?? (message.sidechain ? message.agent : undefined)
  const inline = message.sidechain ? conversation.agentOfRecord(session.id, message.id ?? '') : undefined
  const agent = id === undefined ? inline : session.agentsById.get(id)
  return {session: session.id, call: agent?.callId ?? null, agent: id ?? (agent ? agent.key : undefined)}
}
