import type {Agent, Conversation, Item, Session, Slice} from '../../conversation/index.ts'
import {responseOf} from '../../conversation/slices/slices.ts'
import {agentTools} from '../../model/agents.ts'
import type {ToolRun, Usage} from '../../model/index.ts'
import {addToList} from '../../model/maps.ts'
import type {Entry, Node, PageAgent, PageEntry} from '../../page/index.ts'
import {depthIncludes, maxAgentDepth, note} from '../../page/index.ts'
import {agentName, describeAgent} from '../entries/describe-agent.ts'
import type {DescribeOptions, EntryPlace} from '../entries/describe-entry.ts'
import {agentMinDepth, agentPlace, describeEntry, isShown} from '../entries/describe-entry.ts'
import {describeItem} from '../entries/describe-item.ts'
import {formatTaskEnd} from '../entries/describe-task.ts'
import type {Anchors} from './anchors.ts'
import {arrangeEntries} from './arrange-entries.ts'
import {sumUsage} from './describe-turn.ts'
import {undescribedInItem, undescribedInRun} from './undescribed-content.ts'

/** One session, ready to be described slice by slice. */
export interface SessionView {
  readonly conversation: Conversation
  readonly session: Session
  readonly anchors: Anchors
  /** The branch that each record of an abandoned path is on. */
  readonly branchOf: ReadonlyMap<string, string>
}

/** What there is to show of a slice. */
export interface DescribedSlice {
  /** The entries of the main thread in their order, each agent below the call that started it. */
  readonly thread: readonly GrowingEntry[]
  /** The agents that no call started. */
  readonly others: readonly PageEntry[]
  readonly agents: readonly PageAgent[]
  /** The responses that begin in it, whatever of them is shown. */
  readonly responses: ReadonlySet<string>
  readonly usage: Usage | undefined
}

/** An entry that others may still be put below. */
export type GrowingEntry = Omit<PageEntry, 'asked' | 'answered' | 'refersTo' | 'below'> & {
  asked: readonly Node[]
  answered: readonly Node[]
  refersTo: string | undefined
  readonly below: PageEntry[]
}

/** Describes a slice of a session, for pages and the viewer. `turn` is its number, from 1. */
export function describeSlice(
  view: SessionView,
  slice: Slice,
  turn: number,
  options: DescribeOptions,
): DescribedSlice {
  return new SliceDescription(view, slice, turn, options).describe()
}

class SliceDescription {
  readonly #view: SessionView
  readonly #slice: Slice
  readonly #turn: number
  readonly #options: DescribeOptions
  readonly #agents: readonly Agent[]
  readonly #byCall = new Map<string, Agent[]>()
  /** Agents that another one started without a call, as the run of a workflow does. */
  readonly #byParent = new Map<string, Agent[]>()
  readonly #unplaced: Set<Agent>
  readonly #listed = new Map<Agent, PageAgent>()
  readonly #responses = new Set<string>()
  /** The responses whose usage an entry has. */
  readonly #counted = new Set<string>()

  constructor(view: SessionView, slice: Slice, turn: number, options: DescribeOptions) {
    this.#view = view
    this.#slice = slice
    this.#turn = turn
    this.#options = options
    const {agentsByKey} = view.session
    this.#agents = [...slice.agents]
      .flatMap((key) => agentsByKey.get(key) ?? [])
      .sort((a, b) => a.place - b.place)
    this.#unplaced = new Set(
      this.#agents.filter((agent) => depthIncludes(options.depth, agentMinDepth(agent))),
    )
    for (const agent of this.#agents) {
      if (agent.callId !== undefined) addToList(this.#byCall, agent.callId, agent)
      else if (agent.parent !== undefined) addToList(this.#byParent, agent.parent, agent)
    }
  }

  describe(): DescribedSlice {
    const {session} = this.#view
    const thread = this.#describeThread(this.#slice.items, {session, turn: this.#turn})
    this.#placeBelow(thread, 1)
    const others = this.#agents.flatMap((agent) =>
      this.#unplaced.has(agent) ? [this.#headOf(agent, 1)] : [],
    )
    for (const agent of this.#agents) for (const item of agent.items) this.#noteResponse(item)
    return {
      thread,
      others,
      agents: this.#agents.map((agent) => this.#listed.get(agent) ?? listingOf(agent, 0, undefined)),
      responses: this.#responses,
      usage: sumUsage([...this.#responses].map((id) => this.#usageOfResponse(id))),
    }
  }

  /** The entries of a thread that are shown. */
  #describeThread(items: readonly Item[], place: EntryPlace): readonly GrowingEntry[] {
    return items.flatMap((item) => {
      const anchor = this.#view.anchors.ofItem(item)
      this.#noteResponse(item)
      const entry = this.#entryOf(item, place)
      return entry && isShown(entry, this.#options) ? [this.#grow(entry, anchor, item)] : []
    })
  }

  #entryOf(item: Item, place: EntryPlace): Entry | undefined {
    const entry = describeEntry(item, place)
    if (!entry) return undefined
    const isComplete = this.#options.depth === 'all'
    if (item.kind !== 'tool') {
      const unsaid = isComplete ? undescribedInItem(item, entry) : []
      return unsaid.length === 0 ? entry : {...entry, asked: [...entry.asked, ...unsaid]}
    }
    const run = place.session.runs.get(item.callId)
    if (!run) return entry
    const unsaid = isComplete ? undescribedInRun(run, entry) : []
    const reports = place.session.reportsOfCall.get(item.callId) ?? []
    const reported = reports.flatMap((report) =>
      report.kind === 'tool' ? [] : (describeItem(report, place.session).answered ?? []),
    )
    const more = [...laterEnd(run), ...unsaid, ...reported]
    return more.length === 0 ? entry : {...entry, answered: [...entry.answered, ...more]}
  }

  #grow(entry: Entry, anchor: string, item?: Item): GrowingEntry {
    const refersTo = item && this.#callOfReport(item)
    // Written out: to copy an entry and add fields to the copy takes ten times as long, and a page has thousands.
    return {
      key: entry.key,
      kind: entry.kind,
      depth: entry.depth,
      sessionId: entry.sessionId,
      messageId: entry.messageId,
      responseId: entry.responseId,
      turn: entry.turn,
      lane: entry.lane,
      tool: entry.tool,
      title: entry.title,
      subject: entry.subject,
      outcome: entry.outcome,
      state: entry.state,
      isError: entry.isError,
      at: entry.at,
      durationMs: entry.durationMs,
      asked: entry.asked,
      answered: refersTo === undefined ? entry.answered : [],
      prominent: entry.prominent,
      anchor,
      branch: this.#view.branchOf.get(entry.messageId ?? ''),
      usage: item && this.#usageOf(item),
      refersTo,
      below: [],
    }
  }

  /** What background work reported is shown at the call that started it, and the report refers to that. */
  #callOfReport(item: Item): string | undefined {
    if (item.kind !== 'message' || item.message.kind !== 'task-notification') return undefined
    const {taskId, callId} = item.message
    const {runs, callOfTask} = this.#view.session
    const id = callId ?? callOfTask.get(taskId ?? '') ?? ''
    const run = taskId === undefined ? undefined : runs.get(id)
    const isCallShown = run && depthIncludes(this.#options.depth, agentTools.has(run.name) ? 'agent' : 'tool')
    return isCallShown ? this.#view.anchors.ofCall(id) : undefined
  }

  #noteResponse(item: Item): void {
    const id = responseOf(item)
    if (id !== undefined && this.#begins(id)) this.#responses.add(id)
  }

  /** Whether a response begins in this slice, or in an agent of it, and not in an earlier slice. */
  #begins(id: string): boolean {
    const {conversation, session} = this.#view
    const first = conversation.slices(session.id)?.ofResponse(id)
    return (first === undefined || first === this.#slice) && conversation.responses.has(id)
  }

  /** What a response used is shown once, at the first entry of it that is shown. */
  #usageOf(item: Item): Usage | undefined {
    const id = responseOf(item)
    if (id === undefined || this.#counted.has(id) || !this.#responses.has(id)) return undefined
    this.#counted.add(id)
    return this.#usageOfResponse(id)
  }

  #usageOfResponse(id: string): Usage | undefined {
    return this.#view.conversation.responses.get(id)?.usage
  }

  /** Puts the threads of agents below the calls that started them, to any depth. */
  #placeBelow(calls: readonly GrowingEntry[], level: number): void {
    if (level > maxAgentDepth) return
    for (const call of calls) {
      for (const agent of this.#byCall.get(call.key) ?? []) {
        if (!this.#unplaced.has(agent)) continue
        if (isShownByCall(agent) && !this.#byParent.has(agent.key)) {
          this.#unplaced.delete(agent)
          this.#listed.set(agent, listingOf(agent, 0, call.anchor))
        } else call.below.push(this.#headOf(agent, level, call))
      }
    }
  }

  #headOf(agent: Agent, level: number, call?: GrowingEntry): GrowingEntry {
    this.#unplaced.delete(agent)
    const place = agentPlace(this.#view.session, agent, this.#turn)
    const entry = describeAgent({...place, key: `agent-${agent.key}`, time: agent.startedAt}, agent)
    const anchor = this.#view.anchors.ofAgent(agent.id ?? agent.key)
    const head = this.#grow(call ? {...entry, asked: entry.asked.filter(isNotPrompt)} : entry, anchor)
    const thread = this.#describeThread(agent.items, place)
    if (call) referToReport(thread, call)
    this.#placeBelow(thread, level + 1)
    for (const below of arrangeEntries(thread)) head.below.push(below)
    if (agent.items.length === 0 && level < maxAgentDepth)
      for (const other of this.#byParent.get(agent.key) ?? [])
        if (this.#unplaced.has(other)) head.below.push(this.#headOf(other, level + 1))
    const calls = thread.filter(({kind}) => kind === 'tool').length
    this.#listed.set(agent, listingOf(agent, calls, anchor))
    return head
  }
}

/** An agent without lines is shown by its call: its prompt and its report. */
const isShownByCall = ({items, background}: Agent): boolean => items.length === 0 && !background

const listingOf = (agent: Agent, calls: number, anchor: string | undefined): PageAgent => ({
  key: agent.key,
  name: agentName(agent),
  type: agent.type,
  state: agent.state,
  toolCalls: calls,
  anchor,
})

/** An agent's prompt is shown in the call above it. */
const isNotPrompt = (node: Node): boolean => node.kind !== 'group' || node.title !== 'Prompt'

/** An agent's last text is its report, which is shown at its call. */
function referToReport(thread: readonly GrowingEntry[], call: GrowingEntry): void {
  const last = thread.findLast(({kind}) => kind === 'answer')
  const words = last?.asked.map((node) => (node.kind === 'prose' ? node.markdown.trim() : '')).join('\n')
  if (!last || !words) return
  const repeated = call.answered.some((node) => node.kind === 'prose' && node.markdown.trim().includes(words))
  if (!repeated) return
  last.asked = []
  last.refersTo = call.anchor
}

/** How work in the background ended. */
function laterEnd(run: ToolRun): readonly Node[] {
  const {background} = run
  if (!background || background.state === 'running') return []
  const {state} = background
  const level = state === 'completed' ? 'success' : state === 'failed' ? 'error' : 'warning'
  return [note(level, formatTaskEnd(run, background))]
}
