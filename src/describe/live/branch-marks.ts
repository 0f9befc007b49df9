import type {Branch} from '../../conversation/index.ts'
import type {Entry} from '../../page/index.ts'
import {formatNoun} from '../../page/index.ts'

/** The branches that each session left behind, by the id of the session. */
export type BranchesBySession = ReadonlyMap<string, readonly Branch[]>

/** Finds where a printed conversation enters a branch that was left behind, and where it continues after one. */
export class BranchMarks {
  readonly #branchOf: ReadonlyMap<string, Branch>
  #current: Branch | undefined

  constructor(branches: BranchesBySession) {
    // A fork's file has the records of the session that it was forked from, and may have left other branches.
    this.#branchOf = new Map(
      [...branches].flatMap(([session, left]) =>
        left.flatMap((branch) => branch.ids.map((id) => [keyOf(session, id), branch] as const)),
      ),
    )
  }

  /** What is to be printed before an entry. */
  before(entry: Entry): Entry | undefined {
    // Only records of the main thread are on a branch or beside one.
    if (entry.lane || entry.messageId === undefined) return undefined
    const before = this.#current
    this.#current = this.#branchOf.get(keyOf(entry.sessionId, entry.messageId))
    if (this.#current === before) return undefined
    return this.#current ? describeStart(entry, this.#current) : describeEnd(entry)
  }
}

const keyOf = (session: string, record: string): string => `${session} ${record}`

const describeStart = (entry: Entry, {id, ids}: Branch): Entry => ({
  ...blank(entry, `branch-${id}`),
  title: 'Abandoned branch',
  subject: 'the user went back, and the conversation continues elsewhere',
  outcome: formatNoun(ids.length, 'record'),
})

const describeEnd = (entry: Entry): Entry => ({
  ...blank(entry, `after-branch-${entry.messageId}`),
  title: 'Conversation continues',
  subject: 'after an abandoned branch',
})

function blank(entry: Entry, key: string): Entry {
  return {
    ...entry,
    key,
    kind: 'notice',
    depth: 'session',
    messageId: undefined,
    responseId: undefined,
    tool: undefined,
    outcome: undefined,
    state: undefined,
    isError: false,
    durationMs: undefined,
    asked: [],
    answered: [],
    prominent: undefined,
  }
}
