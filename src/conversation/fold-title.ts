import type {MessageOf} from '../model/index.ts'
import type {Context, ConversationState, SessionState} from './state.ts'

/** Folds a title. A summary names the record it sums up, which is often in another session's file. */
export function foldTitle(context: Context, message: MessageOf<'title'>): void {
  const {state, session} = context
  if (message.title.trim() === '') return
  if (message.leaf !== undefined && !session.nodes.has(message.leaf)) {
    state.summaries.set(message.leaf, message.title)
    return
  }
  session.titles.set(message.source, message.title)
  retitle(state, session)
}

/** Notes what was asked first: the title of a session that has no better one. */
export function noteFirstPrompt(context: Context, prompt: string): void {
  const {state, session} = context
  if (session.titles.has('prompt')) return
  session.titles.set('prompt', prompt)
  retitle(state, session)
}

/** Settles a session's title anew. */
export function retitle(state: ConversationState, session: SessionState): void {
  const title = titleOf(state, session)
  if (title === session.title) return
  session.title = title
  state.changes.push({type: 'session-changed', session})
}

/** The best title there is: a person's own, else a model's, else a summary, else what was asked first. */
function titleOf(state: ConversationState, session: SessionState): string | undefined {
  const {titles} = session
  const title =
    titles.get('custom') ?? titles.get('ai') ?? titles.get('summary') ?? summaryFor(state, session)
  return title ?? titles.get('agent') ?? firstLine(titles.get('prompt'))
}

/** A summary that was read before the session it belongs to. */
function summaryFor(state: ConversationState, session: SessionState): string | undefined {
  let found: string | undefined
  for (const [leaf, title] of state.summaries) if (session.nodes.has(leaf)) found = title
  return found
}

function firstLine(prompt: string | undefined): string | undefined {
  const line = prompt?.trim().split('\n', 1)[0]?.trim()
  return line === '' ? undefined : line?.slice(0, 200)
}
