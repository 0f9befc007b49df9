import {describeSession} from '../describe/entries/describe-session.ts'
import type {Entry, SessionPage} from '../page/index.ts'
import {walkEntries} from '../page/index.ts'
import type {Renderable} from './render-page.ts'

/** A session's entries one after the other, its heading first: for outputs that are no tree. */
export function listEntries({conversation}: Renderable, page: SessionPage): readonly Entry[] {
  const session = conversation.sessions.get(page.sessionId)
  const context = {
    key: `session-${page.sessionId}`,
    turn: undefined,
    lane: undefined,
    time: page.startedAt,
  }
  const heading = session ? [describeSession({...context, session}, {}, undefined)] : []
  return [...heading, ...page.turns.flatMap(({entries}) => [...walkEntries(entries)])]
}
