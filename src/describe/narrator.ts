import type {Agent, Change, Item, Place, Session} from '../conversation/index.ts'
import {agentTools} from '../model/agents.ts'
import type {ToolRun} from '../model/index.ts'
import type {Entry, Running} from '../page/index.ts'
import {field, fields} from '../page/index.ts'
import {describeAgent} from './describe-agent.ts'
import type {DescribeOptions} from './describe-entry.ts'
import {isBlank, isShown, placeOfAgent, sceneOf} from './describe-entry.ts'
import type {PlainItem} from './describe-item.ts'
import {describeItem} from './describe-item.ts'
import type {Heading} from './describe-session.ts'
import {describeSession} from './describe-session.ts'
import {describeTask} from './describe-task.ts'
import {canGrow, initOf, isCompacting, isDeed, isTurningPoint} from './item-traits.ts'
import {laneOf} from './lane-of.ts'
import {OpenCalls} from './open-calls.ts'
import type {Scene, Telling} from './scene.ts'
import {makeEntry} from './scene.ts'

/** How a run is told. */
export interface NarratorOptions extends DescribeOptions {
  /** Calls are told once, with their results; otherwise call and result each when they come. */
  readonly pair: boolean
  readonly heading: Heading
}

interface OpenItem {
  readonly scene: Scene
  readonly item: PlainItem
}

/** An agent that may still work, with the newest thing it did. */
interface Worker {
  readonly session: Session
  readonly agent: Agent
  step: Entry | undefined
}

/**
 * Tells a conversation as it happens, from the changes of the fold and nothing else. Each thing is told once, when
 * it can no longer change: a call with its result, a text when it is whole. Live and saved sessions are told alike.
 */
export class Narrator {
  readonly #options: NarratorOptions
  readonly #calls: OpenCalls
  readonly #items = new Map<number, OpenItem>()
  /** Keys of the commands and shell lines among them, by the lane they are in. */
  readonly #waiting = new Map<string | undefined, Set<number>>()
  readonly #workers = new Map<string, Worker>()
  /** Keys of the agents that began, or did something, since they were last taken. */
  readonly #fresh = new Set<string>()
  /** Sessions and lanes whose beginning was told, and background tasks whose end was. */
  readonly #known = new Set<string>()
  /** The newest turn of each session, and the turn in which each agent, and each call that starts one, began. */
  readonly #turns = new Map<string, number>()
  #told: Entry[] = []

  constructor(options: NarratorOptions) {
    this.#options = options
    this.#calls = new OpenCalls(options.pair)
  }

  /** Tells what the changes brought to an end. */
  hear(changes: readonly Change[]): readonly Entry[] {
    this.#told = []
    this.#calls.changeRefused(changes)
    for (const change of changes) this.#hearOne(change)
    // A notification says more of the end of a task than the change of its run, and comes after it.
    for (const change of changes) if (change.type === 'run-changed') this.#endTask(change.session, change.run)
    return this.#told
  }

  /** Tells, at the end, whatever is still untold, as far as it has come. */
  finish(): readonly Entry[] {
    this.#told = []
    this.#tell(this.#calls.takeRefused(undefined, true))
    this.#tell(this.#calls.running())
    for (const {scene, item} of this.#items.values()) this.#tellItem(scene, item)
    this.#items.clear()
    this.#waiting.clear()
    return this.#told
  }

  /** What goes on right now. */
  running(): Omit<Running, 'spent'> {
    return {
      tools: this.#calls.running(),
      agents: [...this.#workers.values()].flatMap(describeWorker),
      writing: [...this.#items.values()].map(({scene, item}) =>
        makeEntry(scene, describeItem(item, scene.session)),
      ),
    }
  }

  /** Of the calls and agents that go on, those that are new or have changed since this was last asked. */
  takeRunning(): Pick<Running, 'tools' | 'agents'> {
    const workers = [...this.#fresh].flatMap((key) => this.#workers.get(key) ?? [])
    this.#fresh.clear()
    return {tools: this.#calls.takeRunning(), agents: workers.flatMap(describeWorker)}
  }

  #hearOne(change: Change): void {
    switch (change.type) {
      case 'item-added':
        this.#addItem(change.session, change.place, change.item)
        return
      case 'item-changed':
        this.#changeItem(change.item)
        return
      case 'item-removed':
        this.#removeItem(change.item)
        return
      case 'run-changed':
        this.#tell(this.#calls.change(change.run, change.unsettled))
        return
      case 'agent-added':
      case 'agent-changed':
        this.#noteAgent(change.session, change.agent)
        return
      case 'agent-removed':
        this.#workers.delete(change.agent.key)
        return
      default:
    }
  }

  #addItem(session: Session, place: Place, item: Item): void {
    const scene = this.#sceneOf(session, place, item)
    const init = initOf(item)
    const whole = {...scene, key: `session-${session.id}`, turn: undefined, lane: undefined}
    if (this.#isNew(whole.key)) this.#tell([describeSession(whole, this.#options.heading, init)])
    if (init && this.#options.depth !== 'all') return
    if (place.agent && this.#isNew(`agent-${place.agent.key}`))
      this.#tell([describeAgent({...scene, key: `agent-${place.agent.key}`}, place.agent)])
    if (!isCompacting(item)) this.#tellWaiting(scene)
    if (this.#calls.anyRefused && isDeed(item, session))
      this.#tell(this.#calls.takeRefused(scene.lane?.key, isTurningPoint(item)))
    if (item.kind === 'tool') this.#calls.add(item.callId, scene)
    else if (canGrow(item)) this.#open(scene, item)
    else this.#tellItem(scene, item)
  }

  #removeItem({key}: Item): void {
    const open = this.#items.get(key)
    if (open) this.#close(open)
  }

  #changeItem(item: Item): void {
    const open = this.#items.get(item.key)
    if (!open || item.kind === 'tool') return
    this.#close(open)
    if (canGrow(item)) this.#open(open.scene, item)
    else this.#tellItem(open.scene, item)
  }

  #open(scene: Scene, item: PlainItem): void {
    this.#items.set(item.key, {scene, item})
    if (item.kind !== 'command' && item.kind !== 'shell') return
    const waiting = this.#waiting.get(scene.lane?.key) ?? new Set()
    this.#waiting.set(scene.lane?.key, waiting.add(item.key))
  }

  #close({scene, item}: OpenItem): void {
    this.#items.delete(item.key)
    this.#waiting.get(scene.lane?.key)?.delete(item.key)
  }

  /** A command whose thread goes on without its output has none. */
  #tellWaiting({lane}: Scene): void {
    for (const key of this.#waiting.get(lane?.key) ?? []) {
      const open = this.#items.get(key)
      if (!open) continue
      this.#close(open)
      this.#tellItem(open.scene, open.item)
    }
  }

  #tellItem(scene: Scene, item: PlainItem): void {
    if (isBlank(item)) return
    const message = item.kind === 'message' ? item.message : undefined
    if (message?.kind === 'task-notification' && message.taskId !== undefined) {
      if (!this.#isNew(`task-${message.taskId}`) && message.result === '') return
    }
    this.#tell([makeEntry(scene, this.#withDenials(describeItem(item, scene.session), item))])
  }

  /** Only the result of a turn tells that a host refused a call in words of its own; the call was told as failed. */
  #withDenials(telling: Telling, item: PlainItem): Telling {
    if (!isTurningPoint(item)) return telling
    const denied = this.#calls.endTurn(item.kind === 'result' ? item.message.denials : [])
    if (denied.length === 0) return telling
    const denials = fields(...denied.map((name) => field('command', 'Denied', name)))
    return {...telling, asked: [...(telling.asked ?? []), ...denials]}
  }

  #endTask(session: Session, run: ToolRun): void {
    const {background} = run
    // Where nobody knows what became of it, there is nothing to tell.
    if (!background || background.state === 'unknown') return
    if (background.state === 'running' || !this.#isNew(`task-${background.taskId}`)) return
    const agent = session.agentsByKey.get(run.agent ?? '')
    const lane = agent && laneOf(session, agent)
    const scene = {session, key: `task-${background.taskId}`, turn: undefined, lane, time: undefined}
    this.#tell([makeEntry(scene, describeTask(background, run))])
  }

  #sceneOf(session: Session, place: Place, item: Item): Scene {
    const turn = this.#turnOf(session, place)
    if (item.kind === 'tool' && turn !== undefined && startsAgent(session, item.callId))
      this.#turns.set(item.callId, turn)
    return sceneOf(item, place.agent ? placeOfAgent(session, place.agent, turn) : {session, turn})
  }

  #turnOf(session: Session, {turn, agent}: Place): number | undefined {
    if (turn) this.#turns.set(session.id, turn.index + 1)
    if (!agent) return this.#turns.get(session.id)
    const key = `${session.id} ${agent.key}`
    const began = this.#turns.get(key) ?? this.#turns.get(agent.callId ?? '') ?? this.#turns.get(session.id)
    if (began !== undefined) this.#turns.set(key, began)
    return began
  }

  #noteAgent(session: Session, agent: Agent): void {
    if (agent.state === 'running')
      this.#workers.set(agent.key, {session, agent, step: this.#workers.get(agent.key)?.step})
    else this.#workers.delete(agent.key)
    this.#fresh.add(agent.key)
  }

  #isNew(name: string): boolean {
    if (this.#known.has(name)) return false
    this.#known.add(name)
    return true
  }

  #tell(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const worker = entry.lane && this.#workers.get(entry.lane.key)
      if (worker) {
        worker.step = entry
        this.#fresh.add(worker.agent.key)
      }
      if (isShown(entry, this.#options)) this.#told.push(entry)
    }
  }
}

const startsAgent = ({runs}: Session, callId: string): boolean => agentTools.has(runs.get(callId)?.name ?? '')

function describeWorker({session, agent, step}: Worker): Running['agents'] {
  if (!step) return []
  // The same key as that of the call that started it, so that both can stand in one line.
  const key = agent.callId ?? agent.key
  const scene = {session, key, turn: undefined, lane: laneOf(session, agent), time: agent.startedAt}
  return [{agent: describeAgent(scene, agent), step}]
}
