import type {Branch, Conversation, Item, Session} from '../../conversation/index.ts'
import type {ToolRun} from '../../model/index.ts'
import type {Entry, Lane, Node, PageEntry} from '../../page/index.ts'
import {note, shows} from '../../page/index.ts'
import type {PlainItem} from '../describe-item.ts'
import {describeItem} from '../describe-item.ts'
import {taskEndWords} from '../describe-task.ts'
import {describeTool} from '../describe-tool.ts'
import {initOf} from '../item-traits.ts'
import type {Scene, Telling} from '../scene.ts'
import {makeEntry} from '../scene.ts'
import {AnchorMaker} from './anchor-maker.ts'
import {leftUnsaidOfItem, leftUnsaidOfRun} from './left-unsaid.ts'
import type {PageOptions} from './page-maker.ts'

/** An entry that others may still be put below. */
export type Growing = Omit<PageEntry, 'asked' | 'answered' | 'refersTo' | 'below'> & {
  asked: readonly Node[]
  answered: readonly Node[]
  refersTo: string | undefined
  readonly below: PageEntry[]
}

/** What a page is made with. */
export interface StoryOptions extends PageOptions {
  /** What results said when they came, by the keys of their items. */
  readonly results: ReadonlyMap<number, Telling>
}

/** What background work reported, with the entry that shows it. */
interface Notified {
  readonly taskId: string
  readonly entry: Growing
}

/** Tells the items of one session in their order, each once. */
export class SessionStory {
  readonly #state: Conversation
  readonly #session: Session
  readonly #options: StoryOptions
  readonly #branchOf: ReadonlyMap<string, string>
  readonly #told = new Set<string>()
  readonly #calls = new Map<string, Growing>()
  /** Calls, and reports of background work, that came since reports were last given to calls. */
  #newCalls: string[] = []
  #notified: Notified[] = []
  /** Reports whose call has not come yet, by the task. */
  readonly #waiting = new Map<string, Notified[]>()
  /** The tasks among them whose call is known by its id alone. */
  readonly #taskOfCall = new Map<string, Set<string>>()
  readonly #callOfTask = new Map<string, string>()
  readonly #answered = new Map<Growing, Node[]>()
  readonly anchors: AnchorMaker

  constructor(
    state: Conversation,
    session: Session,
    branches: readonly Branch[],
    options: StoryOptions,
    anchors: AnchorMaker = new AnchorMaker(),
  ) {
    this.anchors = anchors
    this.#state = state
    this.#session = session
    this.#options = options
    this.#branchOf = new Map(branches.flatMap(({id, ids}) => ids.map((record) => [record, id] as const)))
  }

  /** The entries of a turn or of an agent's thread that the depth shows. */
  tell(items: readonly Item[], turn: number | undefined, lane: Lane | undefined): readonly Growing[] {
    let lastText = ''
    return items.flatMap((item) => {
      const anchor = this.anchors.nameOf(item)
      const entry = this.#entryOf(item, turn, lane, lastText)
      if (item.kind === 'text') lastText = item.text.trim()
      if (!entry || !this.#isWanted(entry)) return []
      const placed = this.place(entry, anchor)
      this.#note(item, placed)
      return [placed]
    })
  }

  /** Gives what background work reported to the calls that began it; where it was reported, a word remains. */
  answerTasks(): void {
    const [calls, notified] = [this.#newCalls, this.#notified]
    this.#newCalls = []
    this.#notified = []
    for (const id of calls) {
      const task = this.#session.runs.get(id)?.background?.taskId
      if (task !== undefined) this.#callOfTask.set(task, id)
      for (const known of [task, ...(this.#taskOfCall.get(id) ?? [])])
        if (known !== undefined) this.#answer(known)
    }
    for (const report of notified) {
      const waiting = this.#waiting.get(report.taskId)
      if (waiting) waiting.push(report)
      else this.#waiting.set(report.taskId, [report])
    }
    for (const {taskId} of notified) this.#answer(taskId)
  }

  /** Gives the reports of a task to its call, if that was told. */
  #answer(taskId: string): void {
    const reports = this.#waiting.get(taskId)
    if (!reports) return
    const id = this.#session.callOfTask.get(taskId) ?? this.#callOfTask.get(taskId) ?? ''
    const call = this.#calls.get(id)
    if (!call) {
      this.#taskOfCall.set(id, (this.#taskOfCall.get(id) ?? new Set()).add(taskId))
      return
    }
    this.#waiting.delete(taskId)
    const answered = this.#answeredOf(call)
    for (const {entry} of reports) {
      for (const node of entry.answered) answered.push(node)
      entry.answered = []
      entry.refersTo = call.anchor
    }
  }

  /** What a call was answered, as a list that can grow: one call can have any number of reports. */
  #answeredOf(call: Growing): Node[] {
    const known = this.#answered.get(call)
    if (known) return known
    const answered = [...call.answered]
    this.#answered.set(call, answered)
    call.answered = answered
    return answered
  }

  /** Gives an entry its place on the page. */
  place(entry: Entry, anchor: string): Growing {
    return {
      ...entry,
      anchor,
      branch: this.#branchOf.get(entry.record ?? ''),
      usage: this.#usageOf(entry),
      refersTo: undefined,
      below: [],
    }
  }

  /** Where and when an item happened. */
  sceneOf(item: Item, turn: number | undefined, lane: Lane | undefined): Scene {
    return {
      session: this.#session,
      key: item.kind === 'tool' ? item.callId : `item-${item.key}`,
      record: item.id,
      answer: 'messageId' in item ? item.messageId : undefined,
      turn,
      lane,
      time: item.time,
    }
  }

  #entryOf(
    item: Item,
    turn: number | undefined,
    lane: Lane | undefined,
    lastText: string,
  ): Entry | undefined {
    const scene = this.sceneOf(item, turn, lane)
    if (item.kind === 'tool') return this.#callOf(scene, item.callId)
    if (item.kind === 'text' && item.text.trim() === '' && !item.aborted) return undefined
    if (initOf(item) && this.#options.depth !== 'all') return undefined
    const entry = makeEntry(scene, this.#tellingOf(item, lastText))
    const unsaid = this.#options.depth === 'all' ? leftUnsaidOfItem(item, entry) : []
    return unsaid.length === 0 ? entry : {...entry, asked: [...entry.asked, ...unsaid]}
  }

  #note(item: Item, entry: Growing): void {
    if (item.kind === 'tool') {
      this.#calls.set(item.callId, entry)
      this.#newCalls.push(item.callId)
    }
    if (item.kind !== 'message' || item.message.kind !== 'task-notification') return
    const {taskId} = item.message
    if (taskId !== undefined) this.#notified.push({taskId, entry})
  }

  #callOf(scene: Scene, callId: string): Entry | undefined {
    const run = this.#session.runs.get(callId)
    if (!run) return undefined
    const entry = describeTool(scene, run)
    const unsaid = this.#options.depth === 'all' ? leftUnsaidOfRun(run, entry) : []
    return {...entry, answered: [...entry.answered, ...laterEnd(run), ...unsaid]}
  }

  #tellingOf(item: PlainItem, lastText: string): Telling {
    const telling = this.#options.results.get(item.key) ?? describeItem(item, this.#session)
    const result = item.kind === 'message' && item.message.kind === 'result' ? item.message.text : undefined
    // Results repeat the last text of their turn.
    return result && result.trim() === lastText
      ? {...telling, answered: telling.answered?.slice(1) ?? []}
      : telling
  }

  #isWanted(entry: Entry): boolean {
    const {depth, thinking, recaps = true} = this.#options
    return (
      (entry.kind !== 'thinking' || thinking) &&
      (entry.kind !== 'recap' || recaps) &&
      shows(depth, entry.depth)
    )
  }

  /** What an answer used is told once, where it begins. */
  #usageOf({answer, record}: Entry): PageEntry['usage'] {
    const id = answer ?? record
    if (id === undefined || this.#told.has(id)) return undefined
    const known = this.#state.responses.get(id)
    if (known) this.#told.add(id)
    return known?.usage
  }
}

/** How work that went on in the background ended. */
function laterEnd(run: ToolRun): readonly Node[] {
  const {background} = run
  if (!background || background.state === 'running') return []
  const {state} = background
  const level = state === 'completed' ? 'success' : state === 'failed' ? 'error' : 'warning'
  return [note(level, taskEndWords(run, background))]
}
