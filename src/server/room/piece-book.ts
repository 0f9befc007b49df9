import type {Agent, Change, Item, Session} from '../../conversation/index.ts'
import type {Piece} from './piece.ts'
import {beginsPiece} from './piece.ts'

/** Knows in which piece everything stands, and which pieces the changes of the fold have touched. */
export class PieceBook {
  readonly #turns = new Map<number, Piece[]>()
  readonly #ofItem = new Map<number, Piece>()
  /** Where a call was made: in a piece, or in an agent's thread. */
  readonly #ofCall = new Map<string, Piece | string>()
  readonly #ofAgent = new Map<string, Piece>()
  #dirty = new Set<Piece>()
  #gone: Piece[] = []

  /** The turns that have pieces, in their order. */
  turns(): readonly number[] {
    const turns = [...this.#turns.keys()]
    // Turns come in their order, except what belongs to none.
    return turns[0] !== -1 && this.#turns.has(-1) ? turns.sort((a, b) => a - b) : turns
  }

  /** All pieces in the order in which they are read. */
  *all(): Generator<Piece> {
    for (const turn of this.turns()) yield* this.of(turn)
  }

  of(turn: number): readonly Piece[] {
    return this.#turns.get(turn) ?? []
  }

  pieceOfItem(key: number): Piece | undefined {
    return this.#ofItem.get(key)
  }

  pieceOfAgent(key: string): Piece | undefined {
    return this.#ofAgent.get(key)
  }

  touch(piece: Piece | undefined): void {
    if (piece) this.#dirty.add(piece)
  }

  /** The pieces that were touched since they were last taken. */
  takeTouched(): readonly Piece[] {
    const touched = [...this.#dirty]
    this.#dirty = new Set()
    return touched
  }

  /** The pieces that are no more. */
  takeGone(): readonly Piece[] {
    const gone = this.#gone
    this.#gone = []
    return gone
  }

  get isTouched(): boolean {
    return this.#dirty.size > 0 || this.#gone.length > 0
  }

  hear(change: Change, session: Session): void {
    switch (change.type) {
      case 'item-added':
        if (change.place.agent) this.#addToAgent(change.place.agent, change.item, session)
        else this.#add(change.place.turn.index, change.item, session)
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
        this.#settle(change.agent, session)
        return
      case 'agent-removed':
        this.#leave(change.agent.key)
        this.#settle(change.into, session)
        return
      case 'turn-added':
        this.#touchEnds(change.turn.index - 1)
        return
      case 'turn-settled':
        this.#touchEnds(change.turn.index)
        return
      default:
    }
  }

  #touchEnds(turn: number): void {
    // The heading tells how long the turn took.
    this.touch(this.of(turn)[0])
  }

  #add(turn: number, item: Item, session: Session): void {
    const piece = this.#pieceFor(turn, item)
    piece.items.push(item)
    this.#ofItem.set(item.key, piece)
    this.touch(piece)
    if (item.kind !== 'tool') return
    this.#ofCall.set(item.callId, piece)
    this.#settleCalled(item.callId, session)
  }

  #addToAgent(agent: Agent, item: Item, session: Session): void {
    if (item.kind === 'tool') {
      this.#ofCall.set(item.callId, agent.key)
      this.#settleCalled(item.callId, session)
    }
    if (!this.#ofAgent.has(agent.key)) this.#settle(agent, session)
    this.touch(this.#ofAgent.get(agent.key))
  }

  #pieceFor(turn: number, item: Item): Piece {
    const pieces = this.#turns.get(turn) ?? []
    const last = pieces.at(-1)
    if (last && !beginsPiece(last.items, item)) return last
    return this.#newPiece(turn, pieces)
  }

  #newPiece(turn: number, pieces: Piece[]): Piece {
    const piece: Piece = {turn, number: pieces.length, items: [], agents: new Set(), facts: undefined}
    pieces.push(piece)
    this.#turns.set(turn, pieces)
    return piece
  }

  #replace(item: Item): void {
    const piece = this.#ofItem.get(item.key)
    const place = piece?.items.findLastIndex(({key}) => key === item.key) ?? -1
    if (!piece || place === -1) return
    piece.items[place] = item
    this.touch(piece)
  }

  #remove(item: Item): void {
    const piece = this.#ofItem.get(item.key)
    const place = piece?.items.findLastIndex(({key}) => key === item.key) ?? -1
    if (!piece || place === -1) return
    piece.items.splice(place, 1)
    this.#ofItem.delete(item.key)
    this.touch(piece)
    const pieces = this.#turns.get(piece.turn)
    // Its number would name another later, so only the last can go; the others stay, empty.
    if (piece.items.length > 0 || piece.agents.size > 0 || pieces?.at(-1) !== piece || piece.number === 0)
      return
    pieces.pop()
    this.#dirty.delete(piece)
    this.#gone.push(piece)
  }

  /** Finds the piece in which an agent is told: that of its call, or of the call of the agent above it. */
  #settle(first: Agent, session: Session): void {
    const agents = [first]
    // Those that are found on the way come after it; how deep agents nest is the transcript's word.
    for (const agent of agents) {
      const home = this.#homeOf(agent, session)
      const before = this.#ofAgent.get(agent.key)
      this.touch(home)
      if (home === before) continue
      this.touch(before)
      before?.agents.delete(agent.key)
      home?.agents.add(agent.key)
      if (home) this.#ofAgent.set(agent.key, home)
      for (const other of session.agentsStartedBy(agent.key))
        if (this.#ofAgent.get(other.key) !== home) agents.push(other)
    }
  }

  #settleCalled(callId: string, session: Session): void {
    const agent = session.agentsByCall.get(callId)
    if (agent) this.#settle(agent, session)
  }

  #leave(key: string): void {
    const home = this.#ofAgent.get(key)
    home?.agents.delete(key)
    this.#ofAgent.delete(key)
    this.touch(home)
  }

  #homeOf(agent: Agent, session: Session): Piece | undefined {
    const called = agent.callId === undefined ? undefined : this.#homeOfCall(agent.callId)
    return called ?? this.#ofAgent.get(agent.key) ?? this.#homeInTime(agent, session)
  }

  #homeOfCall(callId: string): Piece | undefined {
    const home = this.#ofCall.get(callId)
    return typeof home === 'string' ? this.#ofAgent.get(home) : home
  }

  /** Agents that nobody called stand where they began; those of a session without turns stand alone. */
  #homeInTime({startedAt = Number.POSITIVE_INFINITY}: Agent, session: Session): Piece {
    const turn = session.turns.findLast((known) => (known.startedAt ?? Number.NEGATIVE_INFINITY) <= startedAt)
    const index = turn?.index ?? session.turns[0]?.index ?? -1
    const pieces = this.#turns.get(index) ?? []
    return pieces.at(-1) ?? this.#newPiece(index, pieces)
  }
}
