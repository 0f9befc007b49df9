import type {Agent, Change, ChangePlace, Item, Session} from '../../conversation/index.ts'
import {agentTools} from '../../model/agents.ts'
import type {ToolRun} from '../../model/index.ts'
import type {Entry, Running} from '../../page/index.ts'
import {field, fields} from '../../page/index.ts'
import {agentLane} from '../entries/agent-lane.ts'
import {describeAgent} from '../entries/describe-agent.ts'
import type {DescribeOptions} from '../entries/describe-entry.ts'
import {agentPlace, isBlankItem, isShown, itemContext} from '../entries/describe-entry.ts'
import type {PlainItem} from '../entries/describe-item.ts'
import {describeItem} from '../entries/describe-item.ts'
import type {Heading} from '../entries/describe-session.ts'
import {describeSession} from '../entries/describe-session.ts'
import {describeTask} from '../entries/describe-task.ts'
import type {EntryContent, EntryContext} from '../entries/make-entry.ts'
import {makeEntry} from '../entries/make-entry.ts'
import {canGrow, endsTurn, isAction, isCompacting, readInit} from './item-traits.ts'
import {OpenCalls} from './open-calls.ts'

/** How a run is told. */
export interface NarratorOptions extends DescribeOptions {
  /** Calls are told once, with their results; otherwise call and result each when they come. */
  readonly pair: boolean
  readonly heading: Heading
}

interface OpenItem {
  readonly context: EntryContext
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
  #entries: Entry[] = []

  constructor(options: NarratorOptions) {
    this.#options = options
    this.#calls = new OpenCalls(options.pair)
  }

  /** Tells what the changes brought to an end. */
  apply(changes: readonly Change[]): readonly Entry[] {
    this.#entries = []
    this.#calls.changeRefused(changes)
    for (const change of changes) this.#applyOne(change)
    // A notification says more of the end of a task than the change of its run, and comes after it.
    for (const change of changes) if (change.type === 'run-changed') this.#endTask(change.session, change.run)
    return this.#entries
  }

  /** Tells, at the end, whatever is still untold, as far as it has come. */
  finish(): readonly Entry[] {
    this.#entries = []
    this.#emit(this.#calls.takeRefused(undefined, true))
    this.#emit(this.#calls.running())
    for (const {context, item} of this.#items.values()) this.#emitItem(context, item)
    this.#items.clear()
    this.#waiting.clear()
    return this.#entries
  }

  /** What goes on right now. */
  running(): Omit<Running, 'spent'> {
    return {
      tools: this.#calls.running(),
      agents: [...this.#workers.values()].flatMap(describeWorker),
      writing: [...this.#items.values()].map(({context, item}) =>
        makeEntry(context, describeItem(item, context.session)),
      ),
    }
  }

  /** Of the calls and agents that go on, those that are new or have changed since this was last asked. */
  takeRunning(): Pick<Running, 'tools' | 'agents'> {
    const workers = [...this.#fresh].flatMap((key) => this.#workers.get(key) ?? [])
    this.#fresh.clear()
    return {tools: this.#calls.takeRunning(), agents: workers.flatMap(describeWorker)}
  }

  #applyOne(change: Change): void {
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
        this.#emit(this.#calls.change(change.run, change.unsettled))
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

  #addItem(session: Session, place: ChangePlace, item: Item): void {
    const scene = this.#contextOf(session, place, item)
    const init = readInit(item)
    const whole = {...scene, key: `session-${session.id}`, turn: undefined, lane: undefined}
    if (this.#isNew(whole.key)) this.#emit([describeSession(whole, this.#options.heading, init)])
    if (init && this.#options.depth !== 'all') return
    if (place.agent && this.#isNew(`agent-${place.agent.key}`))
      this.#emit([describeAgent({...scene, key: `agent-${place.agent.key}`}, place.agent)])
    if (!isCompacting(item)) this.#emitWaiting(scene)
    if (this.#calls.anyRefused && isAction(item, session))
      this.#emit(this.#calls.takeRefused(scene.lane?.key, endsTurn(item)))
    if (item.kind === 'tool') this.#calls.add(item.callId, scene)
    else if (canGrow(item)) this.#open(scene, item)
    else this.#emitItem(scene, item)
  }

  #removeItem({key}: Item): void {
    const open = this.#items.get(key)
    if (open) this.#close(open)
  }

  #changeItem(item: Item): void {
    const open = this.#items.get(item.key)
    if (!open || item.kind === 'tool') return
    this.#close(open)
    if (canGrow(item)) this.#open(open.context, item)
    else this.#emitItem(open.context, item)
  }

  #open(scene: EntryContext, item: PlainItem): void {
    this.#items.set(item.key, {context: scene, item})
    if (item.kind !== 'command' && item.kind !== 'shell') return
    const waiting = this.#waiting.get(scene.lane?.key) ?? new Set()
    this.#waiting.set(scene.lane?.key, waiting.add(item.key))
  }

  #close({context, item}: OpenItem): void {
    this.#items.delete(item.key)
    this.#waiting.get(context.lane?.key)?.delete(item.key)
  }

  /** A command whose thread goes on without its output has none. */
  #emitWaiting({lane}: EntryContext): void {
    for (const key of this.#waiting.get(lane?.key) ?? []) {
      const open = this.#items.get(key)
      if (!open) continue
      this.#close(open)
      this.#emitItem(open.context, open.item)
    }
  }

  #emitItem(scene: EntryContext, item: PlainItem): void {
    if (isBlankItem(item)) return
    const message = item.kind === 'message' ? item.message : undefined
    if (message?.kind === 'task-notification' && message.taskId !== undefined) {
      if (!this.#isNew(`task-${message.taskId}`) && message.result === '') return
    }
    this.#emit([makeEntry(scene, this.#withDenials(describeItem(item, scene.session), item))])
  }

  /** Only the result of a turn tells that a host refused a call in words of its own; the call was told as failed. */
  #withDenials(telling: EntryContent, item: PlainItem): EntryContent {
    if (!endsTurn(item)) return telling
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
    const lane = agent && agentLane(session, agent)
    const scene = {session, key: `task-${background.taskId}`, turn: undefined, lane, time: undefined}
    this.#emit([makeEntry(scene, describeTask(background, run))])
  }

  #contextOf(session: Session, place: ChangePlace, item: Item): EntryContext {
    const turn = this.#turnOf(session, place)
    if (item.kind === 'tool' && turn !== undefined && startsAgent(session, item.callId))
      this.#turns.set(item.callId, turn)
    return itemContext(item, place.agent ? agentPlace(session, place.agent, turn) : {session, turn})
  }

  #turnOf(session: Session, {turn, agent}: ChangePlace): number | undefined {
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

  #emit(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const worker = entry.lane && this.#workers.get(entry.lane.key)
      if (worker) {
        worker.step = entry
        this.#fresh.add(worker.agent.key)
      }
      if (isShown(entry, this.#options)) this.#entries.push(entry)
    }
  }
}

const startsAgent = ({runs}: Session, callId: string): boolean => agentTools.has(runs.get(callId)?.name ?? '')

function describeWorker({session, agent, step}: Worker): Running['agents'] {
  if (!step) return []
  // The same key as that of the call that started it, so that both can stand in one line.
  const key = agent.callId ?? agent.key
  const scene = {session, key, turn: undefined, lane: agentLane(session, agent), time: agent.startedAt}
  return [{agent: describeAgent(scene, agent), step}]
}
