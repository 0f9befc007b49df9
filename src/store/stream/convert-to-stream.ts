import type {Session} from '../../conversation/index.ts'
import {Conversation} from '../../conversation/index.ts'
import {formatJsonLine} from '../../model/format-json.ts'
import type {Instant, JsonObject, Line, Message, ModelTotal} from '../../model/index.ts'
import {timeOf} from '../../model/line.ts'
import type {SessionStep, SourceFile} from '../../sources/index.ts'
import {linesOf} from '../../sources/index.ts'
import {readStored} from '../stored-message.ts'
import type {StreamPlace} from './stream-record.ts'
import {streamRecord} from './stream-record.ts'
import {initRecord, resultRecord, titleRecord} from './synthesized-records.ts'

/** A saved session: its files, and its lines in the order in which they are to come. */
export interface SavedSession {
  readonly files: readonly SourceFile[]
  /** Reads it from its beginning each time. */
  steps(): Iterable<SessionStep>
}

/** A line of a stream that is written again. */
export interface StreamLine {
  /** Without its newline. */
  readonly text: string
  /** When it was written or came, where anything tells. */
  readonly time: Instant | undefined
  /** What it was made from; nothing for what begins and ends a stream that was made. */
  readonly from: Line | undefined
}

/**
 * Writes a saved session as the stream that a client would have printed. What was a stream comes out as it was. From a
 * transcript a stream is made: it begins with an `init` that says so, and ends with a `result` where the session ended.
 * What only a transcript knows is left out; docs/recording.md lists it. `title` is for those who know better than its files
 * what the session is called.
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
    // A stream and its transcript say the same under the same ids.
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

/** A result ends a session, and tells how long its last turn took, if the transcript noted that: one line for both. */
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

/** A title that was given; the first prompt is told by itself. */
function titleOf({givenTitle, firstPrompt}: Session, known: string | undefined): string | undefined {
  if (known !== undefined) return firstPrompt?.trim().startsWith(known) ? undefined : known
  return givenTitle
}

const synthesizedLine = (record: JsonObject, time: Instant | undefined): StreamLine => ({
  text: JSON.stringify(record),
  time,
  from: undefined,
})

/** The text of a line that is a stream's already, alone or in a store's envelope; nothing for what has to be made. */
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
  /** Something in it is no stream, so a stream must be made. */
  readonly isSynthesized: boolean
  readonly denied: ReadonlySet<string>
  readonly lastText: ReadonlyMap<string, string>
  readonly totals: ReadonlyMap<string, readonly ModelTotal[]>
  toolsOf(session: string): readonly string[]
}

/** Reads everything once: whose agents are, and how it ended, is known only at the end. */
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
    const used = tools.get(id) ?? new Set()
    tools.set(id, used)
    for (const block of message.blocks) {
      if (block.type === 'tool-call') used.add(block.name)
      else if (block.type === 'text' && !message.sidechain && !message.agent) lastText.set(id, block.text)
    }
  }
  return {state, isSynthesized: isMade, denied, lastText, totals, toolsOf: (id) => [...(tools.get(id) ?? [])]}
}

const isRow = ({dialect, record}: Message): boolean =>
  dialect === 'stored' && typeof record['claudeMessage'] !== 'object'

/** A transcript's session is its file's. */
function sessionOf(files: Files, line: Line, message: Message, state: Conversation): Session | undefined {
  const {source} = line.at
  const named = message.dialect === 'transcript' ? files.get(source)?.session : undefined
  return state.sessions.get(named ?? message.session ?? source) ?? state.sessions.get(source)
}

/** Whose line it is. Old transcripts name no agent, but stand in its thread. */
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
