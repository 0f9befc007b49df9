import type {Branch, Change, Session, SourceInfo} from '../../conversation/index.ts'
import {Conversation} from '../../conversation/index.ts'
import type {Instant, Line, Position} from '../../model/index.ts'
import {PieceBook} from './piece-book.ts'

/** The conversation of a room, with the pieces of the session that is looked at. */
export class SessionFold {
  readonly state: Conversation = new Conversation()
  readonly #wanted: string | undefined
  readonly #hear: (changes: readonly Change[]) => void
  readonly #books = new Map<string, PieceBook>()
  readonly #answeredAt = new Map<string, Position>()
  #branches: readonly Branch[] = []
  #branchOf: ReadonlyMap<string, string> = new Map()
  #mayBranch = true
  /** The session that something was last said in for the first time. */
  #newest: string | undefined
  /** How many changes there were. */
  changes = 0

  /** `wanted` is the id of the session; without one it is the newest that something was said in. */
  constructor(wanted: string | undefined, hear: (changes: readonly Change[]) => void) {
    this.#wanted = wanted
    this.#hear = hear
  }

  begin(source: string, info: SourceInfo): void {
    this.state.begin(source, info)
  }

  fold(line: Line, arrivedAt?: Instant): void {
    if (line.kind === 'message' && line.message.kind === 'tool-result')
      for (const {callId} of line.message.results) this.#answeredAt.set(callId, line.at)
    this.#note(this.state.add(line, arrivedAt))
  }

  end(source: string): void {
    this.#note(this.state.end(source))
    // Agents end with their source, each by itself, and nothing tells of it.
    for (const book of this.#books.values())
      for (const piece of book.all()) if (piece.agents.size > 0) book.touch(piece)
  }

  /** Lets time pass, for calls that stay silent. */
  pass(now: Instant): void {
    this.#note(this.state.pass(now))
  }

  get session(): Session | undefined {
    const id = this.#wanted !== undefined && this.#books.has(this.#wanted) ? this.#wanted : this.#newest
    return id === undefined ? undefined : this.state.sessions.get(id)
  }

  get book(): PieceBook | undefined {
    const session = this.session
    return session && this.#books.get(session.id)
  }

  get branches(): readonly Branch[] {
    return this.#branches
  }

  /** The path that a record is on, where that was left. */
  get branchOf(): ReadonlyMap<string, string> {
    return this.#branchOf
  }

  /** Where the answer to a call stands. */
  answeredAt(callId: string): Position | undefined {
    return this.#answeredAt.get(callId)
  }

  /** Looks for paths that were left. Only a new turn can leave one: it goes back to something and begins anew. */
  findBranches(): void {
    const {session, book} = this
    if (!this.#mayBranch || !session || !book) return
    this.#mayBranch = false
    const before = this.#branchOf
    this.#branches = this.state.branches(session.id)
    this.#branchOf = new Map(
      this.#branches.flatMap(({id, ids}) => ids.map((record) => [record, id] as const)),
    )
    if (before.size === 0 && this.#branchOf.size === 0) return
    const moved = (id: string | undefined): boolean =>
      id !== undefined && before.get(id) !== this.#branchOf.get(id)
    for (const piece of book.all()) if (piece.items.some(({id}) => moved(id))) book.touch(piece)
  }

  #note(changes: readonly Change[]): void {
    if (changes.length === 0) return
    this.changes += changes.length
    this.#hear(changes)
    for (const change of changes) {
      const session = this.state.sessions.get(change.session.id)
      if (change.type === 'turn-added') this.#mayBranch = true
      // A session of which only something was noted is not worth looking at.
      if (!session || (!this.#books.has(session.id) && !begins(change))) continue
      const known = this.#books.get(session.id)
      const book = known ?? new PieceBook()
      if (!known) {
        this.#books.set(session.id, book)
        this.#newest = session.id
      }
      book.hear(change, session)
    }
  }
}

const begins = ({type}: Change): boolean =>
  type === 'item-added' || type === 'turn-added' || type === 'agent-added'
