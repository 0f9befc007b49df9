import type {
  AgentMeta,
  Block,
  Instant,
  Line,
  TaskState,
  ToolResultBlock,
  ToolRun,
  ToolRunState,
} from '../../model/index.ts'
import type {Change} from '../change.ts'
import {newLedger} from '../costs/ledger.ts'
import {newRecordGraph} from '../graph/record-graph.ts'
import type {Agent, Item, Outcome, ResultTotals, Session, Turn, TurnTrigger} from '../session.ts'
import {AgentRoster} from './agent-roster.ts'
import {ItemList} from './item-list.ts'

/** How a conversation is folded. */
export interface FoldOptions {
  /**
   * What stays in memory. `all` keeps the conversation; `open` keeps only what can still change, for outputs that follow
   * the changes; `nothing` keeps and reports no results either, for counting. Counts are the same in all three.
   */
  readonly keep: 'all' | 'open' | 'nothing'
  /** ccpretty's rule: a new call interrupts the one before it. */
  readonly oneAtATime: boolean
  /** How long a running call may be silent before it is given up. By default tools that take long have more time. */
  readonly maxSilenceMs: number | undefined
  /** Makes the map of a session's runs, for callers that store long sessions in another form. */
  readonly makeRuns: () => Map<string, ToolRun>
}

/** What is known about a source besides its lines: from its file name and from files next to it. */
export interface SourceInfo {
  /** The session a transcript's file is named after; its lines may name an older one. */
  readonly session?: string | undefined
  /** The agent an `agent-*.jsonl` belongs to. */
  readonly agent?: AgentMeta | undefined
  /** The title and the first prompt of its sessions, if they were noted elsewhere. */
  readonly title?: string | undefined
  readonly prompt?: string | undefined
}

/** The first and the last time that something happened. */
export interface TimeRange {
  first: Instant | undefined
  last: Instant | undefined
}

const noTimes = (): TimeRange => ({first: undefined, last: undefined})

/** A turn while it is folded. */
export class TurnState implements Turn {
  readonly index: number
  trigger: TurnTrigger
  readonly list = new ItemList()
  startedAt: Instant | undefined
  endedAt: Instant | undefined
  durationMs: number | undefined
  spanMs: number | undefined
  settled = false
  /** A result or the next turn ended it. */
  closed = false
  /** How many of its calls have no result. */
  openCallCount = 0
  /** The assistant has begun to respond. */
  hasResponse = false
  hasResult = false
  /** It was opened for notes that belong to no turn. */
  hasOnlyNotes = false
  /** The readings that have reached it. */
  readonly readings = new Set<SourceReading>()
  /** When things happened in it, by the times of records and by their arrival. */
  readonly recordTimes = noTimes()
  readonly arrivalTimes = noTimes()

  constructor(index: number, trigger: TurnTrigger, time: Instant | undefined) {
    this.index = index
    this.trigger = trigger
    this.startedAt = time
    this.endedAt = time
  }

  get items(): readonly Item[] {
    return this.list.all
  }
}

/** How far one reading of a session is: a stream and its transcript have the same turns, and each is at its own place. */
export class SourceReading {
  /** The last turn it reached. */
  turn: TurnState | undefined
  /** It has read the end of that turn. */
  isTurnOver = false
  /** What began a turn that another reading may have too; its items are held until that is known. */
  pendingTrigger: TurnTrigger | undefined
  /** How many turns it has reached. */
  turnsRead = 0
  /** It has reached all turns before this index. */
  firstUnread = 0
  /** Items that wait for a turn. */
  heldItems: PlacedItem[] = []
}

/** An agent while it is folded. */
export class AgentState implements Agent {
  readonly key: string
  readonly place: number
  id: string | undefined
  /** The first record of an inline sidechain, which names no call; its call was found by the prompt. */
  root: string | undefined
  callId: string | undefined
  parent: string | undefined
  type: string | undefined
  name: string | undefined
  description: string | undefined
  prompt: string | undefined
  background = false
  copied = false
  state: TaskState = 'running'
  answer: string | undefined
  startedAt: Instant | undefined
  endedAt: Instant | undefined
  readonly list = new ItemList()
  /** Ids of the calls it made: they move with it when it turns out to be another agent. */
  readonly calls = new Set<string>()

  constructor(key: string, place: number, known: {readonly id?: string; readonly root?: string}) {
    this.key = key
    this.place = place
    this.id = known.id
    this.root = known.root
  }

  get items(): readonly Item[] {
    return this.list.all
  }
}

/** An item that may still change, with the turn or the agent it is in; neither while it waits for a turn. */
export interface PlacedItem {
  item: Item
  owner: TurnState | AgentState | undefined
  /** It was removed, perhaps while it waited. */
  isRemoved: boolean
}

/** A call without a result. */
export interface OpenCall {
  readonly source: string
  /** The id of the record that made it. */
  readonly record: string | undefined
  readonly turn: TurnState | undefined
  /** Its record has no time, so its start is the time of arrival; then so is its end. */
  readonly isDatedByArrival: boolean
  /** When it last showed activity. */
  seenAt: Instant | undefined
}

/** A block that is still streaming; its deltas are joined only when they are needed. */
export interface PartialBlock {
  readonly block: Block
  readonly deltas: string[]
  readonly shown: PlacedItem | undefined
  /** Its end event was read; the line with the complete block may be before or after that. */
  ended: boolean
}

/** A response that is still streaming. */
export interface PartialResponse {
  readonly responseId: string
  /** Another reading has it, so only its usage is new. */
  readonly isKnown: boolean
  /** Blocks that no line has completely yet, by their index, and their indexes by type. */
  readonly blocks: Map<number, PartialBlock>
  readonly indexes: Map<Block['type'], Set<number>>
}

/** The main thread, or the thread of an agent. */
export class FoldThread {
  readonly agent: AgentState | undefined
  /** The response that spoke last. */
  lastMessage: string | undefined
  /** Calls without a result, in the order they were made. */
  readonly openCalls = new Map<string, OpenCall>()
  /** Calls whose source ended before their result; the thread may continue in another source. */
  readonly orphanedCalls = new Map<string, OpenCall>()
  /** Calls that were rejected, which an interruption may still explain. */
  rejected: string[] = []
  partial: PartialResponse | undefined
  /** A command or shell line that waits for its output. */
  waitingCommand: PlacedItem | undefined
  /** The type of that command's record, and when the conversation was compacted since. */
  waitingCommandInfo: {readonly type: string; compactedAt: Instant | undefined} | undefined

  constructor(agent?: AgentState) {
    this.agent = agent
  }
}

/** How often each side reported a prompt that was queued while Claude worked. */
export interface SteeringCount {
  queue: number
  attachment: number
  stream: number
}

/** A queue of texts. Taking the first takes constant time: `Array.shift` moves all others. */
class TextQueue {
  #texts: string[] = []
  #first = 0

  add(text: string): void {
    this.#texts.push(text)
  }

  take(): string | undefined {
    const text = this.#texts[this.#first]
    if (text === undefined) return undefined
    this.#first += 1
    if (this.#first * 2 > this.#texts.length) {
      this.#texts = this.#texts.slice(this.#first)
      this.#first = 0
    }
    return text
  }

  clear(): void {
    this.#texts = []
    this.#first = 0
  }
}

type TitleKind = 'custom' | 'ai' | 'summary' | 'agent' | 'prompt'

/** A session while it is folded. */
export class SessionState implements Session {
  readonly id: string
  title: string | undefined
  readonly titles = new Map<TitleKind, string>()
  cwd: string | undefined
  gitBranch: string | undefined
  version: string | undefined
  entrypoint: string | undefined
  readonly models = new Set<string>()
  startedAt: Instant | undefined
  endedAt: Instant | undefined
  /** When things happened in it: by the times of records, and by arrival for records without one. */
  readonly recordTimes = noTimes()
  readonly arrivalTimes = noTimes()
  outcome: Outcome = {state: 'open'}
  /** A result, or a stream that broke off, decided the outcome. */
  hasOutcome = false
  totals: ResultTotals | undefined
  /** Whether anything in it was said or done, or only noted about it. */
  substantial = false

  copiedFrom: string | undefined
  /** The session that its records say they were copied from. */
  forkedFrom: string | undefined
  /** Sessions that share a part of its history. */
  readonly lineage = new Set<string>()
  /** How many responses no other session had before. */
  ownResponses = 0

  turns: TurnState[] = []
  /** How far the reading of each source is. */
  readonly readings = new Map<string, SourceReading>()
  /** Turns by what other readings may know them by: responses, and what the user said. */
  readonly turnsByKey = new Map<string, TurnState>()
  readonly main = new FoldThread()
  /** Threads with a response that is still streaming. */
  readonly streamingThreads = new Set<FoldThread>()
  /** The newest text of the main thread. */
  lastText = ''
  /** What happened last in the main thread: it decides the outcome of a session without a result. */
  lastEvent: {
    readonly kind: 'said' | 'asked' | 'called' | 'interrupted' | 'failed'
    readonly reason: string
  } = {
    kind: 'asked',
    reason: '',
  }

  readonly runs: Map<string, ToolRun>
  readonly runCounts = noRunCounts()
  /** Calls without a result, by the source that made them. */
  readonly openCallsBySource = new Map<string, Set<string>>()
  /** Calls the client says it denied. */
  readonly deniedCalls = new Set<string>()
  /** Results whose call has not been read, with the item that shows them until it is. */
  readonly unclaimedResults = new Map<string, {readonly block: ToolResultBlock; readonly shown: PlacedItem}>()
  /** Calls that got their result since a turn last settled; with `keep: 'open'` they are forgotten then. */
  endedCalls: string[] = []
  readonly forgottenCalls = new Set<string>()

  readonly roster = new AgentRoster()
  readonly agentThreads = new Map<string, FoldThread>()
  readonly agentsById = new Map<string, AgentState>()
  readonly agentsByCall = new Map<string, AgentState>()
  readonly agentsByPrompt = new Map<string, Set<AgentState>>()
  /** Calls that start agents. */
  readonly agentCalls = new Set<string>()
  /** The same calls by their prompt: inline sidechains name no call. */
  readonly callsByPrompt = new Map<string, Set<string>>()
  /** The call that started each run of a workflow. */
  readonly workflowCalls = new Map<string, string>()
  /** The threads of inline sidechains, by their records: these name no agent, only their parents. */
  readonly inlineThreads = new Map<string, FoldThread>()

  readonly callOfTask = new Map<string, string>()
  readonly reportsOfCall = new Map<string, Item[]>()
  /** Reports of tasks whose call is not known yet, by the id of the task. */
  readonly unlinkedReports = new Map<string, Item[]>()
  /** Calls whose background work has no known end, with the last source that reported on it. */
  readonly openTasks = new Map<string, string>()
  /** The same calls by source; another source may have reported on one since. */
  readonly openTasksBySource = new Map<string, Set<string>>()
  /** Background work has ended between turns, which begins the next one. */
  isWokenByTask = false

  readonly graph = newRecordGraph()
  /** Records without an id, by the hash of their text, with the reading that gave them. */
  readonly recordHashes = new Map<number, number>()
  /** How often each reading gave a text of clients up to 1.0.44, by the hash of the text. */
  readonly textCounts = new Map<
    number,
    {readonly reading: number; readonly isNamed: boolean; count: number}[]
  >()
  /** The record that the client calls the newest, with how many records there were when it said so. */
  leafMark: {readonly leaf: string; readonly records: number} | undefined
  /** Its records that summaries name. */
  readonly summarized = new Set<string>()

  readonly queue = new TextQueue()
  readonly steeringCounts = new Map<string, SteeringCount>()
  /** The ids that a stream gives to prompts which a transcript has as queued. */
  readonly queuedIds = new Set<string>()
  /** What the newest hook was about. */
  lastHook: string | undefined
  /** Hooks that have started, by id. */
  readonly hooks = new Map<string, PlacedItem>()

  /** Sources that are streams of a client, and those that were synthesized from a transcript. */
  readonly streams = new Set<string>()
  readonly madeStreams = new Set<string>()
  /** The stream that began last, and the one that did something after its last result. */
  newestStream: string | undefined
  unfinishedStream: string | undefined
  /** Sources with lines of the main thread. */
  readonly mainSources = new Set<string>()

  constructor(id: string, runs: Map<string, ToolRun>) {
    this.id = id
    this.runs = runs
  }

  get givenTitle(): string | undefined {
    return [...this.titles.keys()].some((kind) => kind !== 'prompt') ? this.title : undefined
  }

  get firstPrompt(): string | undefined {
    return this.titles.get('prompt')
  }

  get agents(): readonly AgentState[] {
    return this.roster.list
  }

  get agentsByKey(): ReadonlyMap<string, AgentState> {
    return this.roster.byKey
  }

  readonly agentsStartedBy = (key: string): ReadonlySet<AgentState> => this.roster.startedBy(key)
}

/** A line that waits for its session. */
export interface WaitingLine {
  readonly line: Line
  readonly arrivedAt: Instant | undefined
}

/** A title that names the record it sums up. */
export interface LeafSummary {
  readonly title: string
  readonly line: Line | undefined
  /** The session that has it as its title. */
  holder: SessionState | undefined
}

/** Everything a fold knows. */
export class ConversationState {
  readonly options: FoldOptions
  readonly sessions = new Map<string, SessionState>()
  readonly sources = new Map<string, SourceInfo>()
  readonly ledger = newLedger()
  readonly runCounts = noRunCounts()
  /** Titles that name the record they sum up, by that record. */
  readonly summaries = new Map<string, LeafSummary>()
  /** The records of summaries that were not yet compared with the sessions read before them. */
  readonly unplacedSummaries = new Set<string>()
  /** The session of each source's newest line, for lines that name none. */
  readonly lastSession = new Map<string, SessionState>()
  /** The sessions each open source has lines of. */
  readonly sessionsOf = new Map<string, Set<SessionState>>()
  /** The number of each open reading. */
  readonly readingNumbers = new Map<string, number>()
  lastReading = 0
  /** Lines before the first one that names a session, by source. */
  readonly waitingLines = new Map<string, WaitingLine[]>()
  /** Lines that belong to no session. */
  readonly strays: Line[] = []
  /** Sessions in which a turn has settled; what ended in them is forgotten with the next line. */
  settledSessions: SessionState[] = []
  changes: Change[] = []
  lineCount = 0
  /** How many items there were; the number of an item is its key. */
  itemCount = 0

  constructor(options: Partial<FoldOptions>) {
    this.options = {
      keep: 'all',
      oneAtATime: false,
      maxSilenceMs: undefined,
      makeRuns: () => new Map(),
      ...options,
    }
  }
}

const noRunCounts = (): Record<ToolRunState, number> => ({
  pending: 0,
  running: 0,
  completed: 0,
  failed: 0,
  denied: 0,
  interrupted: 0,
  orphaned: 0,
})

/** A session at a time: all that is needed for what can change without a line. */
export interface SessionContext {
  readonly state: ConversationState
  readonly session: SessionState
  readonly time: Instant | undefined
}

/** The arguments of handlers: the line, and where it belongs. */
export interface FoldContext extends SessionContext {
  readonly thread: FoldThread
  readonly reading: SourceReading
  readonly line: Line
  /** When the line arrived; the record's time if it is from a file. Silence is counted from here. */
  readonly arrivedAt: Instant | undefined
}
