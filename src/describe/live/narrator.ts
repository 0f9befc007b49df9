import type {Agent, Change, ChangePlace, Item, Session} from '../../conversation/index.ts'
import {agentTools} from '../../model/agents.ts'
import type {MessageOf, ToolRun} from '../../model/index.ts'
import {depthIncludes, type Entry, entryKinds, field, fields, type Running} from '../../page/index.ts'
import {agentLane, describeAgent} from '../entries/describe-agent.ts'
import type {DescribeOptions} from '../entries/describe-entry.ts'
import {agentPlace, isBlankItem, isShown, itemContext} from '../entries/describe-entry.ts'
import {describeItem, type PlainItem} from '../entries/describe-item.ts'
import {describeSession, type Heading} from '../entries/describe-session.ts'
import {describeTask} from '../entries/describe-task.ts'
import {type EntryContent, type EntryContext, makeEntry} from '../entries/make-entry.ts'
import {OpenCalls} from './open-calls.ts'

/** What a narrator gives. */
export interface NarratorOptions extends DescribeOptions {
  /** Each call is one entry with its result; otherwise call and result are two entries, each when it arrives. */
  readonly pair: boolean
  readonly heading: Heading
}

interface OpenItem {
  readonly context: EntryContext
  readonly item: PlainItem
}

/** An agent that may still run, with its newest entry. */
interface Worker {
  readonly session: Session
  readonly agent: Agent
  step: Entry | undefined
}

/**
 * Turns the changes of the fold into entries. Each item becomes an entry once, when it can no longer change: a call
 * with its result, a text when it is complete. So live and saved sessions have the same entries.
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
  /** Sessions and lanes whose start was given, and background tasks whose end was. */
  readonly #known = new Set<string>()
  /** The newest turn of each session, and the turn in which each agent, and each call that starts one, began. */
  readonly #turns = new Map<string, number>()
  #entries: Entry[] = []

  constructor(options: NarratorOptions) {
    this.#options = options
    this.#calls = new OpenCalls(options.pair)
  }

  /** The entries that the changes completed. */
  apply(changes: readonly Change[]): readonly Entry[] {
    this.#entries = []
    this.#calls.changeRefused(changes)
    for (const change of changes) this.#applyOne(change)
    // A notification says more about the end of a task than the change of its run, and is after it.
    for (const change of changes) if (change.type === 'run-changed') this.#endTask(change.session, change.run)
    return this.#entries
  }

  /** At the end, the entries of everything that is incomplete. */
  finish(): readonly Entry[] {
    this.#entries = []
    this.#emit(this.#calls.takeRefused(undefined, true))
    this.#emit(this.#calls.running())
    for (const {context, item} of this.#items.values()) this.#emitItem(context, item)
    this.#items.clear()
    this.#waiting.clear()
    return this.#entries
  }

  /** What is running now. */
  running(): Omit<Running, 'spent'> {
    return {
      tools: this.#calls.running(),
      agents: [...this.#workers.values()].flatMap(describeWorker),
      writing: [...this.#items.values()].map(({context, item}) =>
        makeEntry(context, describeItem(item, context.session)),
      ),
    }
  }

  /** The running calls and agents that are new or have changed since the last call of this method. */
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
    const context = this.#contextOf(session, place, item)
    const init = readInit(item)
    const opening = {...context, key: `session-${session.id}`, turn: undefined, lane: undefined}
    if (this.#isNew(opening.key)) this.#emit([describeSession(opening, this.#options.heading, init)])
    if (init && this.#options.depth !== 'all') return
    if (place.agent && this.#isNew(`agent-${place.agent.key}`))
      this.#emit([describeAgent({...context, key: `agent-${place.agent.key}`}, place.agent)])
    if (!isCompacting(item)) this.#emitWaiting(context)
    if (this.#calls.anyRefused && isAction(item, session))
      this.#emit(this.#calls.takeRefused(context.lane?.key, endsTurn(item)))
    if (item.kind === 'tool') this.#calls.add(item.callId, context)
    else if (canGrow(item)) this.#open(context, item)
    else this.#emitItem(context, item)
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

  #open(context: EntryContext, item: PlainItem): void {
    this.#items.set(item.key, {context, item})
    if (item.kind !== 'command' && item.kind !== 'shell') return
    const waiting = this.#waiting.get(context.lane?.key) ?? new Set()
    this.#waiting.set(context.lane?.key, waiting.add(item.key))
  }

  #close({context, item}: OpenItem): void {
    this.#items.delete(item.key)
    this.#waiting.get(context.lane?.key)?.delete(item.key)
  }

  /** A command whose thread continues without its output has none. */
  #emitWaiting({lane}: EntryContext): void {
    for (const key of this.#waiting.get(lane?.key) ?? []) {
      const open = this.#items.get(key)
      if (!open) continue
      this.#close(open)
      this.#emitItem(open.context, open.item)
    }
  }

  #emitItem(context: EntryContext, item: PlainItem): void {
    if (isBlankItem(item)) return
    const message = item.kind === 'message' ? item.message : undefined
    if (message?.kind === 'task-notification' && message.taskId !== undefined) {
      if (!this.#isNew(`task-${message.taskId}`) && message.result === '') return
    }
    this.#emit([makeEntry(context, this.#withDenials(describeItem(item, context.session), item))])
  }

  /** Only the result of a turn says that a host refused a call with its own text; the call was given as failed. */
  #withDenials(content: EntryContent, item: PlainItem): EntryContent {
    if (!endsTurn(item)) return content
    const denied = this.#calls.endTurn(item.kind === 'result' ? item.message.denials : [])
    if (denied.length === 0) return content
    const denials = fields(...denied.map((name) => field('command', 'Denied', name)))
    return {...content, asked: [...(content.asked ?? []), ...denials]}
  }

  #endTask(session: Session, run: ToolRun): void {
    const {background} = run
    // If its end is unknown, there is nothing to show.
    if (!background || background.state === 'unknown') return
    if (background.state === 'running' || !this.#isNew(`task-${background.taskId}`)) return
    const agent = session.agentsByKey.get(run.agent ?? '')
    const lane = agent && agentLane(session, agent)
    const key = `task-${background.taskId}`
    this.#emit([makeEntry({session, key, lane}, describeTask(background, run))])
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
  // The same key as that of the call that started it, so both can be shown in one line.
  const key = agent.callId ?? agent.key
  const context = {session, key, lane: agentLane(session, agent), time: agent.startedAt}
  return [{agent: describeAgent(context, agent), step}]
}

/** The `init` of an item that is one. */
const readInit = (item: Item): MessageOf<'init'> | undefined =>
  item.kind === 'message' && item.message.kind === 'init' ? item.message : undefined

/** Whether an item is part of the conversation, and not only a note. */
function isAction(item: Item, session: Session): boolean {
  if (item.kind === 'tool') return true
  const {kind, depth = entryKinds[kind].depth} = describeItem(item, session)
  return depthIncludes('tool', depth)
}

/** Whether an item ends a turn, or the wait for its result. */
const endsTurn = (item: Item): boolean =>
  item.kind === 'result' || (item.kind === 'message' && item.message.kind === 'prompt')

const compacting: ReadonlySet<string> = new Set(['compaction', 'compact-summary', 'instruction', 'status'])

/** Whether an item may be between `/compact` and its output. */
const isCompacting = (item: Item): boolean => item.kind === 'message' && compacting.has(item.message.kind)

/** Whether an item is incomplete. */
function canGrow(item: PlainItem): boolean {
  switch (item.kind) {
    case 'text':
    case 'thinking':
      return item.partial
    case 'command':
    case 'shell':
      return item.output === undefined
    case 'hook':
      return item.outcome === 'running'
    default:
      return false
  }
}
