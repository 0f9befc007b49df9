import {branchesByRecord} from '../../conversation/graph/find-branches.ts'
import {type Branch, type Change, Conversation, type Session, type Slices} from '../../conversation/index.ts'
import type {Instant, Line, Position} from '../../model/index.ts'
import {PackedMap, type Packer} from './packed-map.ts'
import {RecordPlaces} from './record-places.ts'

/** The conversation of a live session, with the slices and branches of the session that is shown. */
export class SessionFold {
  readonly conversation: Conversation
  readonly #wanted: string | undefined
  readonly #known = new Set<string>()
  readonly #resultPositions: Map<string, Position>
  /** Which item shows each record. */
  readonly places = new RecordPlaces()
  #mayBranch = true
  #newest: string | undefined
  branches: readonly Branch[] = []
  /** The branch of each record on an abandoned path. */
  branchOf: ReadonlyMap<string, string> = new Map()
  /** The number of changes so far. */
  changes = 0

  /** `wanted` is the id of the session to show; without one it is the session that started last. A `packer` saves memory. */
  constructor(wanted: string | undefined, packer?: Packer) {
    this.#wanted = wanted
    const makeMap = <Value>(): Map<string, Value> => (packer ? new PackedMap(packer) : new Map())
    this.conversation = new Conversation({makeRuns: makeMap})
    this.#resultPositions = makeMap()
    this.conversation.subscribe((changes) => this.#onChanges(changes))
  }

  add(line: Line, arrivedAt?: Instant): void {
    if (line.kind === 'message' && line.message.kind === 'tool-result')
      for (const {callId} of line.message.results) this.#resultPositions.set(callId, line.at)
    this.places.note(line, this.conversation.add(line, arrivedAt))
  }

  get session(): Session | undefined {
    const id = this.#wanted !== undefined && this.#known.has(this.#wanted) ? this.#wanted : this.#newest
    return id === undefined ? undefined : this.conversation.sessions.get(id)
  }

  get slices(): Slices | undefined {
    const session = this.session
    return session && this.conversation.slices(session.id)
  }

  /** Where the result of a call is. */
  resultPosition(callId: string): Position | undefined {
    return this.#resultPositions.get(callId)
  }

  /** Finds abandoned branches. Only a new turn can leave one, by going back to an earlier record. */
  findBranches(): void {
    const {session, slices} = this
    if (!this.#mayBranch || !session || !slices) return
    this.#mayBranch = false
    const before = this.branchOf
    this.branches = this.conversation.branches(session.id)
    this.branchOf = branchesByRecord(this.branches)
    if (before.size === 0 && this.branchOf.size === 0) return
    const hasMoved = (id: string | undefined): boolean =>
      id !== undefined && before.get(id) !== this.branchOf.get(id)
    for (const slice of slices.all()) if (slice.items.some(({id}) => hasMoved(id))) slices.touch(slice)
  }

  #onChanges(changes: readonly Change[]): void {
    this.changes += changes.length
    for (const change of changes) {
      if (change.type === 'turn-added') this.#mayBranch = true
      // A session that has only metadata is not worth showing.
      if (this.#known.has(change.session.id) || !hasContent(change)) continue
      this.#known.add(change.session.id)
      this.#newest = change.session.id
      // From now on its slices are kept current.
      this.conversation.slices(change.session.id)
    }
  }
}

const hasContent = ({type}: Change): boolean =>
  type === 'item-added' || type === 'turn-added' || type === 'agent-added'
