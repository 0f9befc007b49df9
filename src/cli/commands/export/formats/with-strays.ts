import {emptySession} from '../../../../page/empty-session.ts'
import type {PageEntry, PageTurn, SessionPage} from '../../../../page/index.ts'
import type {DocumentSession} from './page-format.ts'

/** A session with the lines that belong to no session as its last turn. */
export function withStrays(session: SessionPage, strays: readonly PageEntry[]): SessionPage {
  if (strays.length === 0) return session
  return {...session, turns: [...session.turns, turnOf(strays, (session.turns.at(-1)?.number ?? 0) + 1)]}
}

/** A session for lines without one, named after their file. */
export function strayPage(id: string, strays: readonly PageEntry[]): SessionPage {
  const empty = emptySession(id)
  return {
    ...empty,
    summary: {...empty.summary, unknownRecords: strays.length},
    turns: [turnOf(strays, 1)],
  }
}

const turnOf = (entries: readonly PageEntry[], number: number): PageTurn => ({
  number,
  anchor: 'strays',
  startedAt: undefined,
  durationMs: undefined,
  usage: undefined,
  branch: undefined,
  entries,
})

/** All sessions of a document that starts with a list of them. */
export async function collectSessions(read: AsyncIterable<DocumentSession>): Promise<readonly SessionPage[]> {
  const all: SessionPage[] = []
  for await (const {sessions, strays} of read) {
    const last = sessions.at(-1)
    for (const session of sessions.slice(0, -1)) all.push(session)
    if (last) all.push(withStrays(last, strays))
  }
  return all
}

/** The folder that all sessions share, else the number of sessions. */
export function commonName(sessions: readonly SessionPage[]): string {
  const folders = new Set(sessions.map(({cwd}) => cwd))
  const [only] = folders
  return folders.size === 1 && only !== undefined ? only : `${sessions.length} sessions`
}
