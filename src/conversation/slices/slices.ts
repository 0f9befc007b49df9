import type {Change} from '../change.ts'
import type {Agent, Item, Session, Turn} from '../session.ts'

/**
 * Part of a turn: consecutive items of the main thread, with the agents they started. A turn of a thousand calls has
 * about forty, so a new line changes a slice and not the turn.
 */
export interface Slice {
  /** The index of its turn; −1 for agents of a session without turns. */
  readonly turn: number
  /** Its place in the turn, from 0. */
  readonly number: number
  readonly items: readonly Item[]
  /** Keys of its agents. */
  readonly agents: ReadonlySet<string>
}

interface GrowingSlice extends Slice {
  readonly items: Item[]
  readonly agents: Set<string>
}

/** A turn with this many items gets another slice at the next text or prompt, */
const minItems = 24
/** and with this many at the next item, or at the next agent: a change of one of them changes the slice. */
const maxInSlice = 2 * minItems

/** The slices of one session: what is in each, and which of them changed. */
export class Slices {
  readonly #session: Session
  readonly #turns = new Map<number, GrowingSlice[]>()
  /** By the keys of items, which count up. */
  readonly #ofItem: (GrowingSlice | undefined)[] = []
  /** Where a call was made: in a slice, or in an agent's thread. */
  readonly #ofCall = new Map<string, GrowingSlice | string>()
  readonly #ofAgent = new Map<string, GrowingSlice>()
  /** The slice in which each response of the main thread begins. */
  readonly #ofResponse = new Map<string, GrowingSlice>()
  readonly #starts = new TurnsByStart()
  #changed = new Set<Slice>()

  /** The session as it is now; `note` adds what changes later. */
  constructor(session: Session) {
    this.#session = session
    for (const turn of session.turns) {
      this.#starts.add(turn)
      for (const item of turn.items) this.#add(turn.index, item)
    }
    for (const agent of session.agents) {
      for (const item of agent.items) if (item.kind === 'tool') this.#ofCall.set(item.callId, agent.key)
    }
    for (const agent of session.agents) this.#settle(agent)
  }

  /** The indexes of the turns that have slices, in order. */
  turns(): readonly number[] {
    // Items without a turn, or of a turn that had nothing to show, may be added after later turns.
    return [...this.#turns.keys()].sort((a, b) => a - b)
  }

  /** All slices in order. */
  *all(): Generator<Slice> {
    for (const turn of this.turns()) yield* this.of(turn)
  }

  /** The slices of a turn. */
  of(turn: number): readonly Slice[] {
    return this.#turns.get(turn) ?? []
  }

  /** The slice that an item of the main thread is in. */
  ofItem(key: number): Slice | undefined {
    return this.#ofItem[key]
  }

  /** The slice in which an agent is shown. */
  ofAgent(key: string): Slice | undefined {
    return this.#ofAgent.get(key)
  }

  /** The slice in which a response of the main thread begins. */
  ofResponse(id: string): Slice | undefined {
    return this.#ofResponse.get(id)
  }

  /** Marks a slice as changed. */
  touch(slice: Slice | undefined): void {
    if (slice) this.#changed.add(slice)
  }

  get hasChanged(): boolean {
    return this.#changed.size > 0
  }

  /** The slices that changed since this was last called. */
  takeChanged(): readonly Slice[] {
    const changed = [...this.#changed]
    this.#changed = new Set()
    return changed
  }

  /** Applies a change of the session. */
  note(change: Change): void {
    switch (change.type) {
      case 'item-added':
        if (change.place.agent) this.#addToAgent(change.place.agent, change.item)
        else this.#add(change.place.turn.index, change.item, change.before)
        return
      case 'item-changed':
        if (change.place.agent) this.touch(this.#ofAgent.get(change.place.agent.key))
        else this.#replace(change.item)
        return
      case 'item-removed':
        if (change.place.agent) this.touch(this.#ofAgent.get(change.place.agent.key))
        else this.#remove(change.item)
        return
      case 'run-changed':
        this.touch(this.#homeOfCall(change.run.id))
        return
      case 'agent-added':
      case 'agent-changed':
        this.#settle(change.agent)
        return
      case 'agent-removed':
        this.#leave(change.agent.key)
        this.#settle(change.into)
        return
      case 'turn-added':
        this.#starts.add(change.turn)
        // The heading of a turn says how long it took.
        this.touch(this.of(change.turn.index - 1)[0])
        return
      case 'turn-settled':
        this.touch(this.of(change.turn.index)[0])
        return
      default:
    }
  }

  #add(turn: number, item: Item, before?: number): void {
    const next = before === undefined ? undefined : this.#ofItem[before]
    const slice = next ?? this.#sliceFor(turn, item)
    if (next)
      next.items.splice(
        next.items.findLastIndex(({key}) => key === before),
        0,
        item,
      )
    else slice.items.push(item)
    this.#ofItem[item.key] = slice
    const response = responseOf(item)
    if (response !== undefined && !this.#ofResponse.has(response)) this.#ofResponse.set(response, slice)
    this.touch(slice)
    if (item.kind !== 'tool') return
    this.#ofCall.set(item.callId, slice)
    this.#settleCalled(item.callId)
  }

  #addToAgent(agent: Agent, item: Item): void {
    if (item.kind === 'tool') {
      this.#ofCall.set(item.callId, agent.key)
      this.#settleCalled(item.callId)
    }
    if (!this.#ofAgent.has(agent.key)) this.#settle(agent)
    this.touch(this.#ofAgent.get(agent.key))
  }

  #sliceFor(turn: number, item: Item): GrowingSlice {
    const slices = this.#turns.get(turn) ?? []
    const last = slices.at(-1)
    if (last && !beginsSlice(last.items, item)) return last
    return this.#newSlice(turn)
  }

  #newSlice(turn: number): GrowingSlice {
    const slices = this.#turns.get(turn) ?? []
    const slice: GrowingSlice = {turn, number: slices.length, items: [], agents: new Set()}
    slices.push(slice)
    this.#turns.set(turn, slices)
    return slice
  }

  #replace(item: Item): void {
    const slice = this.#ofItem[item.key]
    const place = slice?.items.findLastIndex(({key}) => key === item.key) ?? -1
    if (!slice || place === -1) return
    slice.items[place] = item
    this.touch(slice)
  }

  #remove(item: Item): void {
    const slice = this.#ofItem[item.key]
    const place = slice?.items.findLastIndex(({key}) => key === item.key) ?? -1
    if (!slice || place === -1) return
    // An empty slice stays: the next item is added to it, and the numbers of others do not change.
    slice.items.splice(place, 1)
    this.#ofItem[item.key] = undefined
    this.touch(slice)
  }

  /** Finds the slice in which an agent is shown: that of its call, or of the call of the agent above it. */
  #settle(first: Agent): void {
    const agents = [first]
    // A list instead of recursion: a transcript can nest agents to any depth.
    for (const agent of agents) {
      const home = this.#homeOf(agent)
      const before = this.#ofAgent.get(agent.key)
      this.touch(home)
      if (home === before) continue
      this.touch(before)
      before?.agents.delete(agent.key)
      home.agents.add(agent.key)
      this.#ofAgent.set(agent.key, home)
      for (const other of this.#session.agentsStartedBy(agent.key))
        if (this.#ofAgent.get(other.key) !== home) agents.push(other)
    }
  }

  #settleCalled(callId: string): void {
    const agent = this.#session.agentsByCall.get(callId)
    if (agent) this.#settle(agent)
  }

  #leave(key: string): void {
    const home = this.#ofAgent.get(key)
    home?.agents.delete(key)
    this.#ofAgent.delete(key)
    this.touch(home)
  }

  #homeOf(agent: Agent): GrowingSlice {
    const before = this.#ofAgent.get(agent.key)
    const called = agent.callId === undefined ? undefined : this.#homeOfCall(agent.callId)
    if (!called) return before ?? this.#sliceWithSpace(this.#homeInTime(agent))
    if (called === before) return called
    // Agents can start each other by the thousand: they continue in other slices of the turn.
    return called.agents.size >= maxInSlice && before?.turn === called.turn
      ? before
      : this.#sliceWithSpace(called)
  }

  /** The given slice, or if it has too many agents, the last one of its turn or a new one. */
  #sliceWithSpace(slice: GrowingSlice): GrowingSlice {
    if (slice.agents.size < maxInSlice) return slice
    const last = this.#turns.get(slice.turn)?.at(-1)
    return last && last.agents.size < maxInSlice ? last : this.#newSlice(slice.turn)
  }

  #homeOfCall(callId: string): GrowingSlice | undefined {
    const home = this.#ofCall.get(callId)
    return typeof home === 'string' ? this.#ofAgent.get(home) : home
  }

  /** An agent that no call started is shown where it began; one of a session without turns in a separate slice. */
  #homeInTime({startedAt = Number.POSITIVE_INFINITY}: Agent): GrowingSlice {
    const index = (this.#starts.lastBefore(startedAt) ?? this.#session.turns[0])?.index ?? -1
    const slices = this.#turns.get(index) ?? []
    const begun = slices.findLast(({items}) => (items[0]?.time ?? Number.NEGATIVE_INFINITY) <= startedAt)
    return begun ?? slices[0] ?? this.#newSlice(index)
  }
}

/** Whether an item is the first of another slice; this depends only on what is before it. */
function beginsSlice(before: readonly Item[], item: Item): boolean {
  if (before.length < minItems) return false
  if (before.length >= maxInSlice) return true
  switch (item.kind) {
    case 'text':
    case 'thinking':
    case 'command':
    case 'shell':
      return responseOf(item) === undefined || responseOf(item) !== responseOf(before.at(-1))
    case 'message':
      return item.message.kind === 'prompt' || item.message.kind === 'compaction'
    default:
      return false
  }
}

/** The response that an item is part of. Clients before 0.2.126 give responses no id; then it is known by its record's. */
export const responseOf = (item: Item | undefined): string | undefined =>
  item && 'responseId' in item ? (item.responseId ?? item.id) : undefined

/**
 * Finds the last turn that began at a time or before it. Turns need not begin in the order of their times; one that
 * a later one began before is never the last, so those that remain are ordered by both.
 */
class TurnsByStart {
  readonly #turns: Turn[] = []
  /** The newest turn: when it began may not be known yet. */
  #newest: Turn | undefined

  add(turn: Turn): void {
    const before = this.#newest
    this.#newest = turn
    if (!before) return
    for (let last = this.#turns.at(-1); last && startOf(last) >= startOf(before); last = this.#turns.at(-1))
      this.#turns.pop()
    this.#turns.push(before)
  }

  lastBefore(time: number): Turn | undefined {
    if (this.#newest && startOf(this.#newest) <= time) return this.#newest
    let [first, end] = [0, this.#turns.length]
    while (first < end) {
      const middle = (first + end) >> 1
      const turn = this.#turns[middle]
      if (turn && startOf(turn) <= time) first = middle + 1
      else end = middle
    }
    return this.#turns[first - 1]
  }
}

const startOf = ({startedAt}: Turn): number => startedAt ?? Number.NEGATIVE_INFINITY
