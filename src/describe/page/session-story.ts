import type {Branch, ConversationState, Item, SessionState} from '../../conversation/index.ts'
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

/** Tells the items of one session in their order, each once. */
export class SessionStory {
  readonly #state: ConversationState
  readonly #session: SessionState
  readonly #options: StoryOptions
  readonly #branchOf: ReadonlyMap<string, string>
  readonly #told = new Set<string>()
  readonly #calls = new Map<string, Growing>()
  #notified: {readonly taskId: string; readonly entry: Growing}[] = []
  readonly anchors: AnchorMaker

  constructor(
    state: ConversationState,
    session: SessionState,
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
    if (this.#notified.length === 0) return
    const {runs, callOfTask} = this.#session
    // Only calls that were told can take what was reported, and there are fewer of them than runs.
    const began = new Map(
      [...this.#calls.keys()].flatMap((id) => {
        const background = runs.get(id)?.background
        return background ? [[background.taskId, id]] : []
      }),
    )
    this.#notified = this.#notified.filter(({taskId, entry}) => {
      const call = this.#calls.get(callOfTask.get(taskId) ?? began.get(taskId) ?? '')
      if (!call) return true
      call.answered = [...call.answered, ...entry.answered]
      entry.answered = []
      entry.refersTo = call.anchor
      return false
    })
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
    if (item.kind === 'tool') this.#calls.set(item.callId, entry)
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
    const known = this.#state.ledger.answers.get(id)
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
