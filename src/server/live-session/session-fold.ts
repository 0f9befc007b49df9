import {branchesByRecord} from '../../conversation/graph/find-branches.ts'
import type {Branch, Change, Session, Slices, SourceInfo} from '../../conversation/index.ts'
import {Conversation} from '../../conversation/index.ts'
import type {Instant, Line, Position} from '../../model/index.ts'
import type {Packer} from './packed-map.ts'
import {PackedMap} from './packed-map.ts'

/** The conversation of a live session, with the slices of the session that is looked at. */
export class SessionFold {
  readonly conversation: Conversation
  readonly #wanted: string | undefined
  readonly #known = new Set<string>()
  readonly #resultPositions: Map<string, Position>
  #branches: readonly Branch[] = []
  #branchOf: ReadonlyMap<string, string> = new Map()
  #mayBranch = true
  /** The session that something was last said in for the first time. */
  #newest: string | undefined
  /** How many changes there were. */
  changes = 0

  /** `wanted` is the id of the session; without one it is the newest that something was said in. A `packer` saves memory. */
  constructor(wanted: string | undefined, packer?: Packer) {
    this.#wanted = wanted
    const makeMap = <Value>(): Map<string, Value> => (packer ? new PackedMap(packer) : new Map())
    this.conversation = new Conversation({makeRuns: makeMap})
    this.#resultPositions = makeMap()
    this.conversation.subscribe((changes) => this.#note(changes))
  }

  begin(source: string, info: SourceInfo): void {
    this.conversation.begin(source, info)
  }

  fold(line: Line, arrivedAt?: Instant): void {
    if (line.kind === 'message' && line.message.kind === 'tool-result')
      for (const {callId} of line.message.results) this.#resultPositions.set(callId, line.at)
    this.conversation.add(line, arrivedAt)
  }

  end(source: string): void {
    this.conversation.end(source)
  }

  /** Lets time pass, for calls that stay silent. */
  pass(now: Instant): void {
    this.conversation.pass(now)
  }

  get session(): Session | undefined {
    const id = this.#wanted !== undefined && this.#known.has(this.#wanted) ? this.#wanted : this.#newest
    return id === undefined ? undefined : this.conversation.sessions.get(id)
  }

  get slices(): Slices | undefined {
    const session = this.session
    return session && this.conversation.slices(session.id)
  }

  get branches(): readonly Branch[] {
    return this.#branches
  }

  /** The branch that each record of an abandoned path is on. */
  get branchOf(): ReadonlyMap<string, string> {
    return this.#branchOf
  }

  /** Where the result of a call is. */
  resultPosition(callId: string): Position | undefined {
    return this.#resultPositions.get(callId)
  }

  /** Looks for abandoned branches. Only a new turn can leave one: it goes back to an earlier record. */
  findBranches(): void {
    const {session, slices} = this
    if (!this.#mayBranch || !session || !slices) return
    this.#mayBranch = false
    const before = this.#branchOf
    this.#branches = this.conversation.branches(session.id)
    this.#branchOf = branchesByRecord(this.#branches)
    if (before.size === 0 && this.#branchOf.size === 0) return
    const moved = (id: string | undefined): boolean =>
      id !== undefined && before.get(id) !== this.#branchOf.get(id)
    for (const slice of slices.all()) if (slice.items.some(({id}) => moved(id))) slices.touch(slice)
  }

  #note(changes: readonly Change[]): void {
    this.changes += changes.length
    for (const change of changes) {
      if (change.type === 'turn-added') this.#mayBranch = true
      // A session of which only something was noted is not worth showing.
      if (this.#known.has(change.session.id) || !begins(change)) continue
      this.#known.add(change.session.id)
      this.#newest = change.session.id
      // From here on its slices stay current.
      this.conversation.slices(change.session.id)
    }
  }
}

const begins = ({type}: Change): boolean =>
  type === 'item-added' || type === 'turn-added' || type === 'agent-added'
