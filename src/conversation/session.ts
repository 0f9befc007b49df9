import type {
  Block,
  Instant,
  Line,
  MessageKind,
  MessageMap,
  MessageOf,
  ModelTotal,
  Position,
  TaskState,
  ToolRun,
  ToolRunState,
  Usage,
} from '../model/index.ts'

interface ItemBase {
  /** The same as long as it is the same item, however it changes. */
  readonly key: number
  /** The id of its record; several items may be from one record. */
  readonly id: string | undefined
  readonly time: Instant | undefined
  readonly at: Position
}

/** What a local command or a shell line printed. */
export type CommandOutput = MessageMap['command-output']

/** Every kind of item in a turn or an agent's thread. */
export interface ItemMap {
  /** Prose of the assistant; while it is still streaming, `partial` is true and the text grows. */
  text: {
    readonly text: string
    readonly responseId: string | undefined
    readonly partial: boolean
    /** Written by the client in the assistant's place. */
    readonly synthetic: boolean
    readonly error: string | undefined
    readonly aborted: boolean
    /** Why the response ended, if its line says so. */
    readonly stopReason: string | undefined
  }
  thinking: {
    readonly text: string
    readonly redacted: boolean
    readonly responseId: string | undefined
    readonly partial: boolean
  }
  /** A tool call; its run, with its state and result, is in the session's `runs`. */
  tool: {readonly callId: string; readonly responseId: string | undefined}
  /** Any other block: an image, a document, a block of a type still unknown. */
  content: {readonly block: Block; readonly responseId: string | undefined}
  /** A slash command with what it printed. */
  command: {
    readonly name: string
    readonly args: string
    readonly contents: string
    readonly output: CommandOutput | undefined
  }
  /** A shell line (`! ls`) with what it printed. */
  shell: {readonly command: string; readonly output: CommandOutput | undefined}
  /** One run of a hook, from its start to its result. */
  hook: Omit<MessageMap['hook'], 'phase' | 'outcome'> & {
    readonly outcome: 'running' | NonNullable<MessageMap['hook']['outcome']>
  }
  /** The end of a turn, with the session's numbers and outcome at that moment: later results change both. */
  result: {
    readonly message: MessageOf<'result'>
    readonly totals: ResultTotals
    readonly outcome: Outcome
    /** Its text is the last text of the main thread again. */
    readonly repeatsText: boolean
  }
  /** Everything else that is one record: prompts, notices, compactions, metadata. */
  message: {readonly message: PlainMessage}
  /** A record of an unknown type, or an unreadable line. */
  line: {readonly line: Exclude<Line, {kind: 'message'}>}
}

/** A message that is an item. */
export type PlainMessage = MessageOf<Exclude<MessageKind, 'result'>>

export type ItemKind = keyof ItemMap

/** One event of the conversation. */
export type Item = {[Kind in ItemKind]: ItemBase & {readonly kind: Kind} & ItemMap[Kind]}[ItemKind]

/** What made the model work. `continuation` is a turn whose beginning is not in the source. */
export type TurnTrigger = 'prompt' | 'command' | 'shell' | 'notification' | 'teammate' | 'continuation'

/** From one request to the end of the response to it. */
export interface Turn {
  readonly index: number
  readonly trigger: TurnTrigger
  readonly items: readonly Item[]
  readonly startedAt: Instant | undefined
  readonly endedAt: Instant | undefined
  /** Its duration according to the client. */
  readonly durationMs: number | undefined
  /** The time from its first to its last record; a client reports only the last part of a turn that was woken again. */
  readonly spanMs: number | undefined
  /** Nothing in it can change any more. */
  readonly settled: boolean
}

/** A sub-agent: a thread, linked to the call that started it. */
export interface Agent {
  readonly key: string
  /** How many agents of its session are before it. */
  readonly place: number
  readonly id: string | undefined
  /** The call that started it; absent for agents that the client started. */
  readonly callId: string | undefined
  /** Key of the agent that started it; absent if that was the main thread. */
  readonly parent: string | undefined
  readonly type: string | undefined
  /** Its name in a team. */
  readonly name: string | undefined
  readonly description: string | undefined
  readonly prompt: string | undefined
  readonly background: boolean
  /** Part of a history that was copied from another session. */
  readonly copied: boolean
  readonly state: TaskState
  /** Its report. */
  readonly answer: string | undefined
  readonly startedAt: Instant | undefined
  readonly endedAt: Instant | undefined
  readonly items: readonly Item[]
}

/** An abandoned branch: the user went back and continued differently. */
export interface Branch {
  /** Its first record. */
  readonly id: string
  /** The record after which the live path continues differently. */
  readonly from: string | undefined
  readonly leaf: string
  /** All records of it. */
  readonly ids: readonly string[]
}

/** How a session ended. */
export type Outcome =
  /** `inferred` is true for a transcript, which has no results. */
  | {readonly state: 'completed'; readonly inferred: boolean; readonly reason?: never}
  | {readonly state: 'failed'; readonly inferred: boolean; readonly reason: string}
  | {readonly state: 'interrupted'; readonly inferred: boolean; readonly reason?: never}
  /** The stream or file broke off. */
  | {readonly state: 'cut-off'; readonly inferred: boolean; readonly reason?: never}
  | {readonly state: 'open'; readonly inferred?: never; readonly reason?: never}

/** The numbers of the last `result` of a session. */
export interface ResultTotals {
  readonly durationMs: number | undefined
  readonly apiDurationMs: number | undefined
  readonly turns: number | undefined
  readonly costUsd: number | undefined
  /** The part of time and cost since the result before; the totals add up in a process. */
  readonly ownApiDurationMs: number | undefined
  readonly ownCostUsd: number | undefined
  readonly models: readonly ModelTotal[]
}

/** One session: everything under one session id, from any number of files and streams. */
export interface Session {
  readonly id: string
  /** The best title: the user's, else a model's, else a summary, else the first line of the first prompt. */
  readonly title: string | undefined
  /** The title, unless it is only the first prompt. */
  readonly givenTitle: string | undefined
  /** The first prompt. */
  readonly firstPrompt: string | undefined
  readonly cwd: string | undefined
  readonly gitBranch: string | undefined
  readonly version: string | undefined
  readonly models: ReadonlySet<string>
  readonly startedAt: Instant | undefined
  readonly endedAt: Instant | undefined
  /** The session whose history this one begins with: it was resumed or forked from there. */
  readonly copiedFrom: string | undefined
  readonly turns: readonly Turn[]
  readonly runs: ReadonlyMap<string, ToolRun>
  /** How many runs are in each state, without those of a copied history. */
  readonly runCounts: Readonly<Record<ToolRunState, number>>
  readonly agents: readonly Agent[]
  readonly agentsByKey: ReadonlyMap<string, Agent>
  readonly agentsById: ReadonlyMap<string, Agent>
  readonly agentsByCall: ReadonlyMap<string, Agent>
  /** The agents that an agent started, by the key of that agent. */
  readonly agentsStartedBy: (key: string) => ReadonlySet<Agent>
  /** The call that started each background task, by the id of the task. */
  readonly callOfTask: ReadonlyMap<string, string>
  /** Reports of the background work that a call started, by the id of the call. Empty unless everything is kept. */
  readonly reportsOfCall: ReadonlyMap<string, readonly Item[]>
  readonly outcome: Outcome
  readonly totals: ResultTotals | undefined
}

/** Tokens and money, with how sure they are. */
export interface Spending {
  readonly usage: Usage
  /** False if the final numbers of a response are missing: output is then a lower bound. */
  readonly complete: boolean
  /** The cost that the client reported; `undefined` if it reported none. */
  readonly reportedCostUsd: number | undefined
}
