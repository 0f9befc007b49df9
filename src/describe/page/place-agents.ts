import type {Agent, Session} from '../../conversation/index.ts'
import type {Depth, Node, PageAgent, PageEntry} from '../../page/index.ts'
import {mostAbove, shows} from '../../page/index.ts'
import {describeAgent} from '../describe-agent.ts'
import {agentName, laneOf} from '../lane-of.ts'
import {arrange} from './arrange.ts'
import type {Growing, SessionStory} from './session-story.ts'

/** Puts each agent's thread below the call that started it, to any depth, and gives those that no call on the page started. */
export class AgentPlacer {
  readonly #session: Session
  readonly #story: SessionStory
  readonly #byCall = new Map<string, Agent[]>()
  /** Agents that another one started without a call, as the run of a workflow does. */
  readonly #byParent = new Map<string, Agent[]>()
  readonly #unplaced: Set<Agent>
  readonly #listed = new Map<Agent, PageAgent>()
  /** The agents that no time was late enough for yet, the earliest last. */
  #waiting: Started[] | undefined

  constructor(session: Session, story: SessionStory, depth: Depth) {
    this.#session = session
    this.#story = story
    this.#unplaced = new Set(shows(depth, 'agent') ? session.agents : [])
    for (const agent of session.agents) {
      if (agent.callId === undefined) {
        if (agent.parent !== undefined) append(this.#byParent, agent.parent, agent)
        continue
      }
      append(this.#byCall, agent.callId, agent)
    }
  }

  /** Puts the threads of agents below the calls that started them. */
  placeBelow(entries: readonly Growing[], turn: number | undefined, level = 1): void {
    // Deeper ones are placed beside the turn: a page that is nested deeper cannot be read.
    if (level > mostAbove || this.#unplaced.size === 0) return
    for (const call of entries) {
      for (const agent of (call.kind === 'tool' && this.#byCall.get(call.key)) || []) {
        if (!this.#unplaced.has(agent)) continue
        if (isToldByCall(agent) && !this.#byParent.has(agent.key)) {
          this.#unplaced.delete(agent)
          this.#listed.set(agent, listingOf(agent, 0, call.anchor))
        } else call.below.push(this.#headOf(agent, turn, level, call))
      }
    }
  }

  /** The agents that no call has taken and that began before a time, for the turn they began in. */
  takeOthers(before: number, turn: number | undefined): readonly PageEntry[] {
    const others: Started[] = []
    this.#waiting ??= byStart(this.#session.agents)
    for (let next = this.#waiting.at(-1); next && next.start < before; next = this.#waiting.at(-1)) {
      this.#waiting.pop()
      others.push(next)
    }
    others.sort((a, b) => a.place - b.place)
    return others.flatMap(({agent}) => (this.#unplaced.has(agent) ? [this.#headOf(agent, turn, 1)] : []))
  }

  /** All agents of the session, in the order they came. */
  list(): readonly PageAgent[] {
    return this.#session.agents.map((agent) => this.#listed.get(agent) ?? listingOf(agent, 0, undefined))
  }

  #headOf(agent: Agent, turn: number | undefined, level: number, call?: Growing): Growing {
    this.#unplaced.delete(agent)
    const lane = laneOf(this.#session, agent)
    const scene = {session: this.#session, key: `agent-${agent.key}`, turn, lane, time: agent.startedAt}
    const entry = describeAgent(scene, agent)
    const anchor = this.#story.anchors.name(`agent-${agent.id ?? agent.key}`)
    const head = this.#story.place(call ? {...entry, asked: entry.asked.filter(isNoGroup)} : entry, anchor)
    const thread = this.#story.tell(agent.items, turn, lane)
    this.#story.answerTasks()
    if (call) referToReport(thread, call)
    this.placeBelow(thread, turn, level + 1)
    for (const entry of arrange(thread)) head.below.push(entry)
    if (agent.items.length === 0 && level < mostAbove)
      for (const other of this.#byParent.get(agent.key) ?? [])
        if (this.#unplaced.has(other)) head.below.push(this.#headOf(other, turn, level + 1))
    const calls = thread.filter(({kind}) => kind === 'tool').length
    this.#listed.set(agent, listingOf(agent, calls, anchor))
    return head
  }
}

function append(lists: Map<string, Agent[]>, key: string, agent: Agent): void {
  const list = lists.get(key)
  if (list) list.push(agent)
  else lists.set(key, [agent])
}

/** An agent with when it began and its place among the agents of the session. */
interface Started {
  readonly agent: Agent
  readonly start: number
  readonly place: number
}

/** Agents by when they began, the earliest last. */
const byStart = (agents: readonly Agent[]): Started[] =>
  agents
    .map((agent, place) => ({agent, start: agent.startedAt ?? Number.NEGATIVE_INFINITY, place}))
    .sort((a, b) => (a.start === b.start ? 0 : b.start - a.start))

/** Of an agent that has no line of its own, its call says everything: what it was asked and what it answered. */
const isToldByCall = ({items, background}: Agent): boolean => items.length === 0 && !background

const listingOf = (agent: Agent, calls: number, anchor: string | undefined): PageAgent => ({
  key: agent.key,
  name: agentName(agent),
  type: agent.type,
  state: agent.state,
  calls,
  anchor,
})

/** What the agent was asked stands in the call above it. */
const isNoGroup = (node: Node): boolean => node.kind !== 'group' || node.title !== 'Prompt'

/** An agent's last words are its report, which stands in the call that it answers: there they are told, and here not again. */
function referToReport(thread: readonly Growing[], call: Growing): void {
  const last = thread.findLast(({kind}) => kind === 'answer')
  const said = last?.asked.map((node) => (node.kind === 'prose' ? node.markdown.trim() : '')).join('\n')
  if (!last || !said) return
  const repeated = call.answered.some((node) => node.kind === 'prose' && node.markdown.trim().includes(said))
  if (!repeated) return
  last.asked = []
  last.refersTo = call.anchor
}
