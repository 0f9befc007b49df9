import type {Change, Conversation, Session} from '../../conversation/index.ts'
import type {Depth, Page} from '../../page/index.ts'
import {describeItem} from '../describe-item.ts'
import type {Telling} from '../scene.ts'
import {describeSessionPage} from './describe-session-page.ts'
import {describeStrays} from './describe-strays.ts'

/** What a page holds. */
export interface PageOptions {
  readonly depth: Depth
  readonly thinking: boolean
  /** Whether to tell what the client told those who came back. Usual. */
  readonly recaps?: boolean
}

/** Makes pages of a conversation that was kept as a whole (`keep: 'all'`), at any time. */
export class PageMaker {
  readonly #state: Conversation
  /** Results count on from the ones before them; what they say of a turn is known when they come. */
  readonly #results = new Map<number, Telling>()

  constructor(state: Conversation) {
    this.#state = state
  }

  hear(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.type !== 'item-added' || change.item.kind !== 'message') continue
      if (change.item.message.kind === 'result')
        this.#results.set(change.item.key, describeItem(change.item, change.session))
    }
  }

  /** Everything that was said and done so far. */
  page(options: PageOptions): Page {
    const state = this.#state
    const sessions = state.substantialSessions()
    const spending = state.spendingBySession()
    const continuations = continuationsIn(sessions)
    return {
      format: 'recount-page',
      version: 1,
      depth: options.depth,
      sessions: sessions.map((session) => ({
        ...describeSessionPage(state, session, spending.get(session.id), {
          ...options,
          results: this.#results,
        }),
        continuedBy: continuations.get(session.id) ?? [],
      })),
      strays: options.depth === 'all' ? describeStrays(state.strays()) : [],
    }
  }
}

/** The sessions that continue each session. */
function continuationsIn(sessions: readonly Session[]): ReadonlyMap<string, readonly string[]> {
  const continuations = new Map<string, string[]>()
  for (const {id, copiedFrom} of sessions) {
    if (copiedFrom === undefined) continue
    const known = continuations.get(copiedFrom)
    if (known) known.push(id)
    else continuations.set(copiedFrom, [id])
  }
  return continuations
}
