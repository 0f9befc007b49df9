import {addToSet} from '../../model/maps.ts'
import type {AgentState} from './state.ts'

/** The agents of a session, in the order of reading. Finding, moving and removing one takes constant time. */
export class AgentRoster {
  readonly byKey = new Map<string, AgentState>()
  readonly #all = new Set<AgentState>()
  readonly #byParent = new Map<string, Set<AgentState>>()
  #list: AgentState[] | undefined = []
  /** How many agents there ever were. */
  added = 0
  /** Agents that may end with the next end of a source, because they or their call changed since the last one. */
  readonly unsettled = new Set<AgentState>()
  /** Running agents whose call is known only by its id: they end with a stream. */
  readonly withoutRun = new Set<AgentState>()

  /** All agents, as a list that is made again only after one was removed. */
  get list(): readonly AgentState[] {
    this.#list ??= [...this.#all]
    return this.#list
  }

  add(agent: AgentState): void {
    // A hostile file can give two agents one key; the first keeps it.
    if (!this.byKey.has(agent.key)) this.byKey.set(agent.key, agent)
    this.added += 1
    this.#all.add(agent)
    this.#list?.push(agent)
    this.unsettled.add(agent)
  }

  remove(agent: AgentState): void {
    if (this.byKey.get(agent.key) === agent) this.byKey.delete(agent.key)
    this.#all.delete(agent)
    this.#list = undefined
    this.unsettled.delete(agent)
    this.withoutRun.delete(agent)
    if (agent.parent !== undefined) this.#byParent.get(agent.parent)?.delete(agent)
  }

  /** The agents that an agent started. */
  startedBy(key: string): ReadonlySet<AgentState> {
    return this.#byParent.get(key) ?? none
  }

  /** Sets who started an agent. */
  setParent(agent: AgentState, parent: string | undefined): void {
    if (agent.parent === parent) return
    if (agent.parent !== undefined) this.#byParent.get(agent.parent)?.delete(agent)
    agent.parent = parent
    if (parent !== undefined) addToSet(this.#byParent, parent, agent)
  }
}

const none: ReadonlySet<AgentState> = new Set()
