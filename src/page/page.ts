import type {Instant, TaskState, Usage} from '../model/index.ts'
import type {Depth, Entry} from './entry.ts'

/** All requested sessions, ready to be drawn. As JSON it is the document of docs/page.md. */
export interface Page {
  readonly format: 'recount-page'
  /** A new number means that a field was renamed or removed; fields and kinds can be added at any time. */
  readonly version: 1
  readonly depth: Depth
  readonly sessions: readonly SessionPage[]
  /** Lines that belong to no session. */
  readonly strays: readonly PageEntry[]
}

/** One session, from its heading to its last turn. */
export interface SessionPage {
  /** The session's id. */
  readonly sessionId: string
  /** The title that a person or a model gave it, or the first line of the first prompt. */
  readonly title: string | undefined
  /** The first prompt. */
  readonly firstPrompt: string | undefined
  /** The folder in which Claude Code worked. */
  readonly cwd: string | undefined
  /** The git branch at the start. */
  readonly gitBranch: string | undefined
  /** The version of Claude Code. */
  readonly clientVersion: string | undefined
  /** Every model that responded or was announced. */
  readonly models: readonly string[]
  readonly startedAt: Instant | undefined
  readonly endedAt: Instant | undefined
  /** How it ended, with its totals. */
  readonly summary: Summary
  /** Tokens, without the responses that are counted for another session. */
  readonly usage: Usage | undefined
  readonly cost: Cost | undefined
  /** How full the model's context window was at the last response of the main thread. */
  readonly context: Spent['context']
  /** The files that tools read or changed. */
  readonly files: readonly TouchedFile[]
  /** The sub-agents. */
  readonly agents: readonly PageAgent[]
  /** The abandoned branches. */
  readonly branches: readonly PageBranch[]
  /** The session whose history this one begins with. */
  readonly continues: string | undefined
  /** The sessions that begin with this one's history, as far as they were read together. */
  readonly continuedBy: readonly string[]
  /** The turns, oldest first. */
  readonly turns: readonly PageTurn[]
}

/** A cost and its source. */
export interface Cost {
  readonly usd: number
  readonly from: 'reported' | 'computed'
}

/** A file that tools read or changed. */
export interface TouchedFile {
  /** The file. */
  readonly path: string
  /** How often it was read. */
  readonly reads: number
  /** How often it was changed. */
  readonly changes: number
  /** Lines added. */
  readonly linesAdded: number
  /** Lines removed. */
  readonly linesRemoved: number
  /** The anchor of the entry that touched it last. */
  readonly anchor: string
}

/** A sub-agent, as a list of them names it. */
export interface PageAgent {
  /** Its name inside this page: the `lane` of entries refers to it. */
  readonly key: string
  /** Its task in a few words, or its type. */
  readonly name: string
  /** Its type, such as `Explore`. */
  readonly type: string | undefined
  /** How far it got. */
  readonly state: TaskState
  /** Its tool calls. */
  readonly toolCalls: number
  /** The anchor of its first entry, if the depth includes it. */
  readonly anchor: string | undefined
}

/** A branch that was abandoned: someone went back and continued differently. */
export interface PageBranch {
  /** The id of its first record. */
  readonly id: string
  /** The first prompt on it. */
  readonly prompt: string | undefined
  /** How many records are on it. */
  readonly records: number
  /** The anchor of its first entry. */
  readonly anchor: string | undefined
  /** The anchor of the last entry before the conversation split. */
  readonly from: string | undefined
}

/** What a turn cost by the prices that are known; a lower bound if some numbers are missing. */
export interface TurnCost {
  readonly usd: number
  readonly isComplete: boolean
}

/** From one request to the end of the response to it. */
export interface PageTurn {
  /** Its number, from 1. */
  readonly number: number
  /** Its name in links. */
  readonly anchor: string
  readonly startedAt: Instant | undefined
  /** How long it took. */
  readonly durationMs: number | undefined
  /** Its tokens. */
  readonly usage: Usage | undefined
  /** Only on live pages. */
  readonly cost?: TurnCost | undefined
  /** The id of the abandoned branch it is on. */
  readonly branch: string | undefined
  /** Mostly one: the request, with everything that followed below it. */
  readonly entries: readonly PageEntry[]
}

/** An entry in its place: request → responses and notices → calls → agents. */
export interface PageEntry extends Entry {
  /** Its name in links, made from ids of records: it is the same in every page of the session. */
  readonly anchor: string
  /** The id of the abandoned branch it is on. */
  readonly branch: string | undefined
  /** The tokens of the response, on its first entry. */
  readonly usage: Usage | undefined
  /** The anchor of the entry with the rest: nothing is shown twice. */
  readonly refersTo: string | undefined
  /** The entries below it. */
  readonly below: readonly PageEntry[]
}

/** What is running now: the lines at the bottom of a live terminal, the head of a live page. */
export interface Running {
  /** Calls without a result, oldest first. */
  readonly tools: readonly Entry[]
  /** Running agents, each with its newest entry. */
  readonly agents: readonly {readonly agent: Entry; readonly step: Entry | undefined}[]
  /** The texts that are being written. */
  readonly writing: readonly Entry[]
  readonly spent: Spent
}

/** Tokens and money so far. */
export interface Spent {
  readonly tokens: number | undefined
  readonly costUsd: number | undefined
  /** How full the model's window was at the last answer of the main thread. */
  readonly context: ContextFill | undefined
}

/** How full a context window is. */
export interface ContextFill {
  /** Tokens in it. */
  readonly tokens: number
  /** Its size in tokens, if it is known. */
  readonly window: number | undefined
}

/** How a session ended, with its totals. */
export interface Summary {
  /** How it ended. */
  readonly state: 'completed' | 'failed' | 'interrupted' | 'cut-off' | 'open'
  /** Why it failed. */
  readonly reason: string | undefined
  /** The durations of its turns, added up. */
  readonly durationMs: number | undefined
  /** Turns. */
  readonly turns: number
  /** Tool calls. */
  readonly toolCalls: number
  /** Tool calls that failed. */
  readonly failedToolCalls: number
  /** Tool calls that were denied. */
  readonly deniedToolCalls: number
  /** Tokens of all kinds together. */
  readonly tokens: number | undefined
  /** The cost that Claude Code reported, in dollars. */
  readonly reportedCostUsd: number | undefined
  /** The best-known cost, for outputs without a heading that has it. */
  readonly cost?: Cost | undefined
  /** Records of unknown types; only depth `all` shows them. */
  readonly unknownRecords: number
}
