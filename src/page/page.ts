import type {Instant, TaskState, Usage} from '../model/index.ts'
import type {Depth, Entry} from './entry.ts'

/** Everything that was asked for, ready to be drawn. As JSON it is the document of docs/page.md. */
export interface Page {
  readonly format: 'recount-page'
  /** A newer number means that something was renamed or removed; fields and kinds may be added at any time. */
  readonly version: 1
  readonly depth: Depth
  readonly sessions: readonly SessionPage[]
  /** Lines that belong to no session. */
  readonly strays: readonly PageEntry[]
}

/** One session, from its heading to its last turn. */
export interface SessionPage {
  readonly sessionId: string
  readonly title: string | undefined
  /** What was asked first, in the person's words. */
  readonly firstPrompt: string | undefined
  /** Where it was at work. */
  readonly cwd: string | undefined
  readonly gitBranch: string | undefined
  /** The client's. */
  readonly clientVersion: string | undefined
  readonly models: readonly string[]
  readonly startedAt: Instant | undefined
  readonly endedAt: Instant | undefined
  readonly summary: Summary
  /** Without the responses that are counted for another session; undefined if no usage is recorded. */
  readonly usage: Usage | undefined
  readonly cost: Cost | undefined
  readonly context: Spent['context']
  readonly files: readonly TouchedFile[]
  readonly agents: readonly PageAgent[]
  readonly branches: readonly PageBranch[]
  /** The session whose history this one begins with. */
  readonly continues: string | undefined
  /** The sessions that begin with this one's history, as far as they were read together. */
  readonly continuedBy: readonly string[]
  readonly turns: readonly PageTurn[]
}

/** Money, and who says so. */
export interface Cost {
  readonly usd: number
  readonly from: 'reported' | 'computed'
}

/** A file that tools read or changed. */
export interface TouchedFile {
  readonly path: string
  readonly reads: number
  readonly changes: number
  readonly linesAdded: number
  readonly linesRemoved: number
  /** Where it was touched last. */
  readonly anchor: string
}

/** A sub-agent, as a list of them names it. */
export interface PageAgent {
  readonly key: string
  readonly name: string
  readonly type: string | undefined
  readonly state: TaskState
  readonly toolCalls: number
  /** Where it set to work; undefined if the depth leaves it out. */
  readonly anchor: string | undefined
}

/** A path that was left: someone went back and took another. */
export interface PageBranch {
  readonly id: string
  /** What was asked first on it. */
  readonly prompt: string | undefined
  readonly records: number
  /** Its first entry, and the entry after which the conversation went on differently. */
  readonly anchor: string | undefined
  readonly from: string | undefined
}

/** What a turn cost by the prices that are known; a lower bound if some numbers are missing. */
export interface TurnCost {
  readonly usd: number
  readonly isComplete: boolean
}

/** From one request to the end of the answer to it. */
export interface PageTurn {
  /** Counted from 1. */
  readonly number: number
  readonly anchor: string
  readonly startedAt: Instant | undefined
  readonly durationMs: number | undefined
  readonly usage: Usage | undefined
  /** Only where someone follows the session and knows its prices. */
  readonly cost?: TurnCost | undefined
  /** The path it is on, where that was left. */
  readonly branch: string | undefined
  /** Mostly one: the request, with everything that followed below it. */
  readonly entries: readonly PageEntry[]
}

/** An entry in its place: request → answers and notices → calls → agents. */
export interface PageEntry extends Entry {
  /** Its name in links, made from ids of records: the same whenever the page is made again. */
  readonly anchor: string
  readonly branch: string | undefined
  /** The usage of the response, on its first entry. */
  readonly usage: Usage | undefined
  /** The anchor of the entry with the rest: nothing is shown twice. */
  readonly refersTo: string | undefined
  readonly below: readonly PageEntry[]
}

/** What is running now: the lines at the bottom of a live terminal, the head of a live page. */
export interface Running {
  /** Calls without an answer, oldest first. */
  readonly tools: readonly Entry[]
  /** Agents at work, each with the newest thing it did. */
  readonly agents: readonly {readonly agent: Entry; readonly step: Entry | undefined}[]
  /** What is being written, as far as it is there. */
  readonly writing: readonly Entry[]
  readonly spent: Spent
}

/** Tokens and money so far. */
export interface Spent {
  readonly tokens: number | undefined
  readonly costUsd: number | undefined
  /** How full the model's window was at the last answer of the main thread. */
  readonly context: {readonly tokens: number; readonly window: number | undefined} | undefined
}

/** A whole run in one line: what people copy. */
export interface Summary {
  readonly state: 'completed' | 'failed' | 'interrupted' | 'cut-off' | 'open'
  readonly reason: string | undefined
  readonly durationMs: number | undefined
  readonly turns: number
  readonly toolCalls: number
  readonly failedToolCalls: number
  readonly deniedToolCalls: number
  readonly tokens: number | undefined
  /** What the client reported. */
  readonly reportedCostUsd: number | undefined
  /** The best-known cost, for outputs without a heading that has it. */
  readonly cost?: Cost | undefined
  /** Records of types no one has named; at lesser depths they are not shown. */
  readonly unknownRecords: number
}
