import {describeSession} from '../describe/entries/describe-session.ts'
import {type Entry, type SessionPage, walkEntries} from '../page/index.ts'
import type {Renderable} from './render-page.ts'

/** A session's entries as a list, with its heading first, for outputs without a tree. */
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
