import type {Line, MessageOf} from '../../model/index.ts'
import {IdTable} from '../graph/id-table.ts'
import type {ConversationState, FoldContext, SessionState, SourceInfo} from '../state/state.ts'

/** Folds a title of the session. */
export function foldTitle(context: FoldContext, message: MessageOf<'title'>): void {
  const {state, session, line} = context
  if (!noteSummary(state, message, line, session)) setTitle(state, session, message.source, message.title)
}

/**
 * Notes a title that names the record it sums up, which is often in another session's file. Returns whether the title
 * was such a one, or none at all.
 */
export function noteSummary(
  state: ConversationState,
  message: MessageOf<'title'>,
  line: Line,
  session?: SessionState,
): boolean {
  const {title, leaf} = message
  if (!isTitle(message)) return true
  if (leaf === undefined) return false
  const holder = state.summaries.get(leaf)?.holder
  state.summaries.set(leaf, {title, line: state.options.keep === 'all' ? line : undefined, holder})
  state.unplacedSummaries.add(leaf)
  if (holder) retitleBySummaries(state, holder)
  if (session?.graph.ids.has(leaf)) takeSummary(state, session, leaf)
  return true
}

/** Gives new summaries to the sessions whose records were read before them. */
export function placeSummaries(state: ConversationState): void {
  const {unplacedSummaries} = state
  if (unplacedSummaries.size === 0) return
  const leaves = new IdTable()
  for (const leaf of unplacedSummaries) leaves.add(leaf)
  for (const session of state.sessions.values())
    for (const leaf of leavesIn(session.graph.ids, leaves)) takeSummary(state, session, leaf)
  unplacedSummaries.clear()
}

/** Those of some records that a session has. Takes no longer than the session is long. */
const leavesIn = (ids: IdTable, leaves: IdTable): readonly string[] =>
  leaves.size <= ids.size ? leaves.sharedWith(ids) : ids.sharedWith(leaves)

/** The lines that belong to no session: those that named none, and summaries of records that are in none of the files. */
export function listStrays(state: ConversationState): readonly Line[] {
  placeSummaries(state)
  const unknown = [...state.summaries.values()].filter(({holder}) => !holder)
  return [...state.strays, ...unknown.flatMap(({line}) => line ?? [])]
}

/**
 * Gives a session the summary of a record that it has. Copies of a history have the same records: of their sessions the
 * one with the smallest id gets it, as in the archive, so the order of reading does not matter.
 */
export function takeSummary(state: ConversationState, session: SessionState, id: string): void {
  const summary = state.summaries.get(id)
  const holder = summary?.holder
  if (summary === undefined || (holder && holder.id <= session.id)) return
  summary.holder = session
  session.summarized.add(id)
  retitleBySummaries(state, session)
  if (!holder) return
  holder.summarized.delete(id)
  retitleBySummaries(state, holder)
}

/** Titles a session by its summaries: that of the newest record counts. */
function retitleBySummaries(state: ConversationState, session: SessionState): void {
  const {titles, summarized, graph} = session
  const placeOf = (leaf: string): number => graph.ids.placeOf(leaf) ?? 0
  const [newest] = [...summarized].sort((a, b) => placeOf(b) - placeOf(a))
  const title = state.summaries.get(newest ?? '')?.title
  if (title === undefined) titles.delete('summary')
  else titles.set('summary', title)
  retitle(state, session)
}

function setTitle(state: ConversationState, session: SessionState, source: TitleSource, title: string): void {
  session.titles.set(source, title)
  retitle(state, session)
}

type TitleSource = MessageOf<'title'>['source']

/** Notes the first prompt: the title of a session that has no better one. */
export function noteFirstPrompt(context: FoldContext, message: MessageOf<'prompt' | 'slash-command'>): void {
  const {state, session} = context
  const prompt = session.titles.has('prompt') ? undefined : readRequestText(message)
  if (prompt === undefined) return
  session.titles.set('prompt', prompt)
  retitle(state, session)
}

/** The text of a request. A command without arguments is only for the client. */
export function readRequestText(message: MessageOf<'prompt' | 'slash-command'>): string | undefined {
  if (message.kind === 'prompt') return message.text.trim() === '' ? undefined : message.text
  return message.args === '' ? undefined : `${message.name} ${message.args}`
}

/** Notes the title and the prompt that are known of a source besides its lines. A title in the session is newer. */
export function noteSourceTitles(
  state: ConversationState,
  session: SessionState,
  info: SourceInfo | undefined,
): void {
  const {titles} = session
  if (info?.title !== undefined && !titles.has('custom')) titles.set('custom', info.title)
  if (info?.prompt !== undefined && !titles.has('prompt')) titles.set('prompt', info.prompt)
  if (titles.size > 0) retitle(state, session)
}

/** Sets the best title: the user's, else a model's, else a summary, else the first prompt. */
function retitle(state: ConversationState, session: SessionState): void {
  const {titles} = session
  const given = titles.get('custom') ?? titles.get('ai') ?? titles.get('summary') ?? titles.get('agent')
  const title = given ?? firstLine(titles.get('prompt'))
  if (title === session.title) return
  session.title = title
  state.changes.push({type: 'session-changed', session})
}

function firstLine(prompt: string | undefined): string | undefined {
  const line = prompt?.trim().split('\n', 1)[0]?.trim()
  return line === '' ? undefined : line?.slice(0, 200)
}

/** Clients before 2.1 wrote this as the summary if the request for one had failed. */
const failure =
  /^(?:Invalid API key|API Error|Credit balance is too low|Prompt is too long|Please run \/login)\b/

/** Whether a title is one. */
export const isTitle = ({title, source}: MessageOf<'title'>): boolean =>
  title.trim() !== '' && !(source === 'summary' && failure.test(title))

/** The sessions that have more than notes, with the best titles so far. */
export function substantialSessions(state: ConversationState): readonly SessionState[] {
  placeSummaries(state)
  return [...state.sessions.values()].filter(({substantial}) => substantial)
}
