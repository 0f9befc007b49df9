import {emptySession} from '../../../src/page/empty-session.ts'
import type {PageEntry, PageTurn, SessionPage} from '../../../src/page/index.ts'
import {entryOf} from './entry.ts'

let made = 0

/** An entry in its place, by hand; what is left out is not there. */
export function pageEntryOf(given: Partial<PageEntry> & Pick<PageEntry, 'kind'>): PageEntry {
  made += 1
  return {
    ...entryOf(given),
    anchor: `entry-${made}`,
    branch: undefined,
    usage: undefined,
    refersTo: undefined,
    below: [],
    ...given,
  }
}

/** A call that went well. */
export const callOf = (given: Partial<PageEntry> = {}): PageEntry =>
  pageEntryOf({kind: 'tool', tool: 'Read', title: 'Read', state: 'completed', ...given})

/** A turn with the given entries. */
export const turnOf = (
  number: number,
  entries: readonly PageEntry[],
  given: Partial<PageTurn> = {},
): PageTurn => ({
  number,
  anchor: `turn-${number}`,
  startedAt: undefined,
  durationMs: undefined,
  usage: undefined,
  branch: undefined,
  entries,
  ...given,
})

/** A session with the given turns. */
export const sessionPageOf = (turns: readonly PageTurn[], given: Partial<SessionPage> = {}): SessionPage => {
  const empty = emptySession('01234567-89ab-4cde-8f01-23456789abcd')
  return {...empty, summary: {...empty.summary, state: 'completed', turns: turns.length}, turns, ...given}
}
