import type {Branch, Conversation, Session} from '../../conversation/index.ts'
import {contextOf} from '../../describe/page/context-of.ts'
import {pageBranches} from '../../describe/page/describe-session-page.ts'
import {summarizeSession} from '../../describe/page/summarize-session.ts'
import {emptySession} from '../../page/empty-session.ts'
import type {Cost, PageTurn, SessionPage, TouchedFile} from '../../page/index.ts'
import type {Piece} from './piece.ts'

/** What a session's head is made from. */
export interface HeadParts {
  readonly state: Conversation
  readonly session: Session | undefined
  readonly branches: readonly Branch[]
  readonly pieces: Iterable<Piece>
  readonly turns: readonly PageTurn[]
  /** What the archive knows it cost. */
  readonly cost: Cost | undefined
}

/** A session as its head, its outline and its panel need it: its turns have nothing in them. */
export function sessionHead({state, session, branches, pieces, turns, cost}: HeadParts): SessionPage {
  if (!session) return emptySession('')
  const spending = state.spendingBySession().get(session.id)
  const reported = spending?.reportedCostUsd
  const all = [...pieces]
  return {
    id: session.id,
    title: session.title,
    firstPrompt: session.firstPrompt,
    folder: session.cwd,
    gitBranch: session.gitBranch,
    version: session.version,
    models: [...session.models],
    startedAt: session.startedAt,
    endedAt: session.endedAt,
    summary: summarizeSession(session, spending),
    usage: spending?.usage,
    cost: reported === undefined ? cost : {usd: reported, from: 'reported'},
    context: contextOf(state, session),
    files: mergeFiles(all),
    agents: all.flatMap(({facts}) => facts?.agents ?? []),
    branches: pageBranches(branches, turns),
    continues: session.copiedFrom,
    continuedBy: [],
    turns,
  }
}

/** The files of all pieces, each once, in the order in which they were first touched. */
function mergeFiles(pieces: readonly Piece[]): readonly TouchedFile[] {
  const files = new Map<string, TouchedFile>()
  for (const {facts} of pieces) {
    for (const file of facts?.files ?? []) {
      const before = files.get(file.path)
      files.set(
        file.path,
        before
          ? {
              ...file,
              reads: before.reads + file.reads,
              changes: before.changes + file.changes,
              linesAdded: before.linesAdded + file.linesAdded,
              linesRemoved: before.linesRemoved + file.linesRemoved,
            }
          : file,
      )
    }
  }
  return [...files.values()]
}
