import type {AgentMeta, Instant, Line, ToolResultBlock, ToolRun, ToolRunState} from '../../model/index.ts'
import type {Change} from '../change.ts'
import type {Ledger} from '../costs/ledger.ts'
import {newLedger} from '../costs/ledger.ts'
import type {PartialResponse} from '../fold/partial-response.ts'
import type {RecordGraph} from '../graph/record-graph.ts'
import type {Agent, Item, Outcome, ResultTotals, Session, Turn, TurnTrigger} from '../session.ts'
import type {AgentRoster} from './agent-roster.ts'
import type {ItemList} from './item-list.ts'
import type {TextQueue} from './text-queue.ts'

type Mutable<T> = {-readonly [K in keyof T]: T[K]}

/** How a fold is to be run. */
export interface FoldOptions {
  /**
   * What stays in memory. `all` keeps the conversation; `open` keeps only what can still change, for outputs that follow
   * the changes; `nothing` keeps and reports no results either, for counting. Counts are the same in all of them.
   */
  readonly keep: 'all' | 'open' | 'nothing'
  /** Seed 000's literal rule: a new call interrupts the one before it. */
  readonly oneAtATime: boolean
  /** How long a call may be silent, live, before it is given up; tools that are known to take longer may by default. */
  readonly maxSilenceMs: number | undefined
  /** Makes the map of a session's runs, for those that keep long sessions in another form. */
  readonly makeRuns: () => Map<string, ToolRun>
}

/** What is known about a source besides its lines: file names and neighbouring files tell it. */
export interface SourceInfo {
  /** The session a transcript's file is named after; its lines may carry an older one. */
  readonly session?: string | undefined
  /** The agent an `agent-*.jsonl` belongs to. */
  readonly agent?: AgentMeta | undefined
  /** What its sessions are called, and what was asked first, where somebody noted that besides. */
  readonly title?: string | undefined
  readonly prompt?: string | undefined
}

/** A turn that is still growing. */
export interface TurnState extends Mutable<Omit<Turn, 'items'>> {
  readonly items: readonly Item[]
  readonly list: ItemList
  /** Its end was said (a result, or the next turn). */
  closed: boolean
  /** Calls without an answer. */
  openCallCount: number
  /** The assistant has begun to answer. */
  hasResponse: boolean
  /** A result has told its end. */
  hasResult: boolean
  /** It was opened for notes that no turn came for. */
  hasOnlyNotes: boolean
  /** The readings that have come to it. */
  readonly readings: Set<SourceReading>
  /** When things happened in it, by their own times and by those of their arrival. */
  readonly recordTimes: TimeRange
  readonly arrivalTimes: TimeRange
}

/** Where one reading of a session is: a stream and its transcript tell of the same turns, and each is somewhere else. */
export interface SourceReading {
  /** The turn that it came to last. */
  turn: TurnState | undefined
  /** It has read the end of that turn. */
  isTurnOver: boolean
  /** How a turn began that another reading may have as well; what is in it is held until that is known. */
  pendingTrigger: TurnTrigger | undefined
  /** How many turns it has come to. */
  turnsRead: number
  /** It has come to all turns before this index. */
  firstUnread: number
  /** Items that wait for a turn. */
  heldItems: PlacedItem[]
}

/** The first and the last time on one clock. */
export interface TimeRange {
  first: Instant | undefined
  last: Instant | undefined
}

/** An agent that may still speak. */
export interface AgentState extends Mutable<Omit<Agent, 'items' | 'place'>> {
  readonly items: readonly Item[]
  readonly list: ItemList
  readonly place: number
  /** Ids of the calls it made: they go with it when it turns out to be another agent. */
  readonly calls: Set<string>
  /** The first record of an inline sidechain, which names no call; its call was found by the prompt. */
  root: string | undefined
}

/** An item that may still change, with the turn or the agent that it is in; neither yet if it waits for a turn. */
export interface PlacedItem {
  item: Item
  owner: TurnState | AgentState | undefined
  /** It was taken out again, perhaps while it waited. */
  isRemoved: boolean
}

/** A call that waits for its answer. */
export interface OpenCall {
  readonly source: string
  /** The id of the record that made it. */
  readonly record: string | undefined
  readonly turn: TurnState | undefined
  /** It began when it was heard of, for its record has no time; then so does its end. */
  readonly isDatedByArrival: boolean
  /** When it last showed life. */
  seenAt: Instant | undefined
}

/** One line of work: the main thread, or an agent's. */
export interface FoldThread {
  readonly agent: AgentState | undefined
  /** The answer that spoke last. */
  lastMessage: string | undefined
  /** Calls without an answer, in the order they were made. */
  readonly openCalls: Map<string, OpenCall>
  /** Calls whose source ended before their answer; the thread may still go on in another. */
  readonly orphanedCalls: Map<string, OpenCall>
  /** Calls answered with a refusal that an interruption may still explain. */
  rejected: string[]
  partial: PartialResponse | undefined
  /** A command or shell line that waits for its output. */
  waitingCommand: PlacedItem | undefined
  /** The type of that command's record, and when the conversation was compacted since. */
  waitingCommandInfo: {readonly type: string; compactedAt: Instant | undefined} | undefined
}

/** A prompt queued while Claude worked is told more than once; each side's tellings are counted. */
export interface SteeringCount {
  queue: number
  attachment: number
  stream: number
}

/** What the state has in a form of its own, or computes from it. */
type ReadOnlyInState =
  | 'turns'
  | 'runs'
  | 'runCounts'
  | 'agents'
  | 'agentsByKey'
  | 'agentsById'
  | 'agentsByCall'
  | 'agentsStartedBy'
  | 'callOfTask'
  | 'reportsOfCall'
  | 'models'
  | 'givenTitle'
  | 'firstPrompt'

/** A session while it is being folded. */
export interface SessionState extends Mutable<Omit<Session, ReadOnlyInState>> {
  models: Set<string>
  readonly givenTitle: string | undefined
  readonly firstPrompt: string | undefined
  turns: TurnState[]
  readonly runs: Map<string, ToolRun>
  readonly runCounts: Record<ToolRunState, number>
  /** Calls that start agents. */
  readonly agentCalls: Set<string>
  readonly agents: readonly AgentState[]
  readonly agentsByKey: ReadonlyMap<string, AgentState>
  readonly roster: AgentRoster
  readonly agentsStartedBy: (key: string) => ReadonlySet<AgentState>
  outcome: Outcome
  totals: ResultTotals | undefined
  entrypoint: string | undefined
  /** When things happened in it, by their own times and, where they have none, by those of their arrival. */
  readonly recordTimes: TimeRange
  readonly arrivalTimes: TimeRange
  /** The session that its records say they were copied from. */
  forkedFrom: string | undefined
  /** Sessions that share a part of its history. */
  readonly lineage: Set<string>
  /** Its records that summaries name. */
  readonly summarized: Set<string>
  /** Answers that no other session had before. */
  ownResponses: number
  readonly main: FoldThread
  readonly agentThreads: Map<string, FoldThread>
  readonly agentsById: Map<string, AgentState>
  readonly agentsByCall: Map<string, AgentState>
  /** The call that started each run of a workflow. */
  readonly workflowCalls: Map<string, string>
  /** Calls that start agents, by their prompt: inline sidechains name no call. */
  readonly callsByPrompt: Map<string, Set<string>>
  readonly agentsByPrompt: Map<string, Set<AgentState>>
  readonly callOfTask: Map<string, string>
  readonly reportsOfCall: Map<string, Item[]>
  /** Reports of tasks whose call is not known yet, by the id of the task. */
  readonly unlinkedReports: Map<string, Item[]>
  /** Calls without an answer, by the source that told of them. */
  readonly openCallsBySource: Map<string, Set<string>>
  /** Threads with an answer that is still being written. */
  readonly streamingThreads: Set<FoldThread>
  /** Calls whose background work has no known end, with the last source that told of it. */
  readonly openTasks: Map<string, string>
  /** The same calls by source; another source may have told of one since. */
  readonly openTasksBySource: Map<string, Set<string>>
  /** Sources that are streams of a client, and those that were made from a transcript. */
  readonly streams: Set<string>
  readonly madeStreams: Set<string>
  /** Calls the client says it denied. */
  readonly deniedCalls: Set<string>
  /** Results whose call has not been seen, with the item that shows them until it is. */
  readonly unclaimedResults: Map<string, {readonly block: ToolResultBlock; readonly shown: PlacedItem}>
  /** Calls that got their result since a turn last settled; where only what is open is kept, they are forgotten then. */
  endedCalls: string[]
  /** Calls that ended and were forgotten. */
  readonly forgottenCalls: Set<string>
  readonly graph: RecordGraph
  /** Records without an id, by what they say, with the reading that gave them. */
  readonly recordHashes: Map<number, number>
  /** What answers of clients up to 1.0.44 say, by a number that stands for it, with how often each reading said it. */
  readonly textCounts: Map<number, {readonly reading: number; readonly isNamed: boolean; count: number}[]>
  /** The threads of inline sidechains, by the records in them: these name no agent, only their parents. */
  readonly inlineThreads: Map<string, FoldThread>
  /** The client's own idea of the newest record, with how many records there were when it said so. */
  leafMark: {readonly leaf: string; readonly records: number} | undefined
  readonly titles: Map<'custom' | 'ai' | 'summary' | 'agent' | 'prompt', string>
  readonly queue: TextQueue
  readonly steeringCounts: Map<string, SteeringCount>
  /** What a stream calls the prompts that a transcript told of as queued. */
  readonly queuedIds: Set<string>
  /** Work in the background has ended between turns, which begins the next one. */
  isWokenByTask: boolean
  /** Where the reading of each source is. */
  readonly readings: Map<string, SourceReading>
  /** Turns by what other readings may know them by: responses, and what a person said. */
  readonly turnsByKey: Map<string, TurnState>
  /** The newest text of the main thread. */
  lastText: string
  /** Whether anything in it was said or done, or only noted about it. */
  substantial: boolean
  /** What happened last in the main thread, for judging how a session without a result ended. */
  lastEvent: {readonly kind: 'said' | 'asked' | 'called' | 'interrupted' | 'failed'; readonly reason: string}
  /** What the newest hook was about. */
  lastHook: string | undefined
  /** Hooks that have started, by id. */
  readonly hooks: Map<string, PlacedItem>
  /** The stream that began last, and the one that did something after its last result. */
  newestStream: string | undefined
  unfinishedStream: string | undefined
  /** Sources with lines of the main thread. */
  readonly mainSources: Set<string>
  /** The outcome was told by a result, or by a stream that broke off. */
  hasOutcome: boolean
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
  /** The session that it is the title of. */
  holder: SessionState | undefined
}

/** Everything a fold knows. */
export interface ConversationState {
  readonly options: FoldOptions
  readonly sessions: Map<string, SessionState>
  readonly sources: Map<string, SourceInfo>
  readonly ledger: Ledger
  readonly runCounts: Record<ToolRunState, number>
  /** Titles that name the record they sum up, by that record. */
  readonly summaries: Map<string, LeafSummary>
  /** The records of summaries that were not yet compared with the sessions that were read before them. */
  readonly unplacedSummaries: Set<string>
  /** The session of each source's newest line, for lines that name none. */
  readonly lastSession: Map<string, SessionState>
  /** The sessions each open source has lines of. */
  readonly sessionsOf: Map<string, Set<SessionState>>
  /** The number of each reading that is going on. */
  readonly readingNumbers: Map<string, number>
  lastReading: number
  /** Lines that came before the session they belong to was named. */
  readonly waitingLines: Map<string, WaitingLine[]>
  /** Lines that belong to no session. */
  readonly strays: Line[]
  /** Sessions of which a turn has settled; what ended in them is forgotten with the next line. */
  settledSessions: SessionState[]
  changes: Change[]
  /** How many lines there were. */
  lineCount: number
  /** How many items there were; the number of an item is its key. */
  itemCount: number
}

/** No run in any state. */
export const noRunCounts = (): Record<ToolRunState, number> => ({
  pending: 0,
  running: 0,
  completed: 0,
  failed: 0,
  denied: 0,
  interrupted: 0,
  orphaned: 0,
})

/** An empty conversation. */
export function newConversationState(options: Partial<FoldOptions> = {}): ConversationState {
  return {
    options: {keep: 'all', oneAtATime: false, maxSilenceMs: undefined, makeRuns: () => new Map(), ...options},
    sessions: new Map(),
    sources: new Map(),
    ledger: newLedger(),
    runCounts: noRunCounts(),
    summaries: new Map(),
    unplacedSummaries: new Set(),
    lastSession: new Map(),
    sessionsOf: new Map(),
    readingNumbers: new Map(),
    lastReading: 0,
    waitingLines: new Map(),
    strays: [],
    settledSessions: [],
    changes: [],
    lineCount: 0,
    itemCount: 0,
  }
}

/** A session at a time: what can change without a line. */
export interface SessionContext {
  readonly state: ConversationState
  readonly session: SessionState
  readonly time: Instant | undefined
}

/** What handlers work with: the line, and where it belongs. */
export interface FoldContext extends SessionContext {
  readonly thread: FoldThread
  readonly line: Line
  /** When it was heard of, which is when it happened where it comes from a file: silence is counted from here. */
  readonly arrivedAt: Instant | undefined
}
