import type {MessageOf} from '../model/index.ts'
import type {Context, ConversationState, SessionState} from './state.ts'

/** Folds a title. A summary names the record it sums up, which is often in another session's file. */
export function foldTitle(context: Context, message: MessageOf<'title'>): void {
  const {state, session} = context
  if (message.title.trim() === '') return
  if (message.leaf === undefined) setTitle(state, session, message.source, message.title)
  else {
    const owner = ownerOf(state, session, message.leaf)
    if (owner) setTitle(state, owner, message.source, message.title)
    else state.summaries.set(message.leaf, message.title)
  }
}

/** Gives a session the summary that was read before the record it sums up. */
export function takeSummary(state: ConversationState, session: SessionState, id: string): void {
  const summary = state.summaries.get(id)
  if (summary === undefined) return
  state.summaries.delete(id)
  setTitle(state, session, 'summary', summary)
}

function setTitle(state: ConversationState, session: SessionState, source: TitleSource, title: string): void {
  session.titles.set(source, title)
  retitle(state, session)
}

type TitleSource = MessageOf<'title'>['source']

function ownerOf(state: ConversationState, session: SessionState, leaf: string): SessionState | undefined {
  if (session.nodes.has(leaf)) return session
  for (const other of state.sessions.values()) if (other.nodes.has(leaf)) return other
  return undefined
}

/** Notes what was asked first: the title of a session that has no better one. */
export function noteFirstPrompt(context: Context, prompt: string): void {
  const {state, session} = context
  if (session.titles.has('prompt')) return
  session.titles.set('prompt', prompt)
  retitle(state, session)
}

/** The best title there is: a person's own, else a model's, else a summary, else what was asked first. */
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
