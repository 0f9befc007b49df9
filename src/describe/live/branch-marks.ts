import type {Branch} from '../../conversation/index.ts'
import {type Entry, formatNoun} from '../../page/index.ts'
import {type EntryContent, makeEntry} from '../entries/make-entry.ts'

/** The abandoned branches of each session, by the id of the session. */
export type BranchesBySession = ReadonlyMap<string, readonly Branch[]>

/** Finds where a printed conversation enters an abandoned branch, and where it continues after one. */
export class BranchMarks {
  readonly #branchOf: ReadonlyMap<string, Branch>
  #current: Branch | undefined

  constructor(branches: BranchesBySession) {
    // The file of a fork has the records of the original session, and may have abandoned other branches.
    this.#branchOf = new Map(
      [...branches].flatMap(([session, abandoned]) =>
        abandoned.flatMap((branch) => branch.ids.map((id) => [keyOf(session, id), branch] as const)),
      ),
    )
  }

  /** What is to be printed before an entry. */
  before(entry: Entry): Entry | undefined {
    // Only records of the main thread are on a branch or next to one.
    if (entry.lane || entry.messageId === undefined) return undefined
    const before = this.#current
    this.#current = this.#branchOf.get(keyOf(entry.sessionId, entry.messageId))
    if (this.#current === before) return undefined
    const key = this.#current ? `branch-${this.#current.id}` : `after-branch-${entry.messageId}`
    const context = {session: {id: entry.sessionId}, key, turn: entry.turn, time: entry.at}
    return makeEntry(context, this.#current ? describeStart(this.#current) : end)
  }
}

const keyOf = (session: string, record: string): string => `${session} ${record}`

const describeStart = ({ids}: Branch): EntryContent => ({
  kind: 'notice',
  depth: 'session',
  title: 'Abandoned branch',
  subject: 'the user went back, and the conversation continues elsewhere',
  outcome: formatNoun(ids.length, 'record'),
})

const end: EntryContent = {
  kind: 'notice',
  depth: 'session',
  title: 'Conversation continues',
  subject: 'after an abandoned branch',
}
