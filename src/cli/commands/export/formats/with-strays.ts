import {emptySession} from '../../../../page/empty-session.ts'
import type {PageEntry, PageTurn, SessionPage} from '../../../../page/index.ts'

/** A session with the lines that belong to none as its last turn: where people read, nothing may be missing. */
export function withStrays(session: SessionPage, strays: readonly PageEntry[]): SessionPage {
  if (strays.length === 0) return session
  return {...session, turns: [...session.turns, turnOf(strays, (session.turns.at(-1)?.number ?? 0) + 1)]}
}

/** A session for lines that came without any; it is named after the file they stand in. */
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
