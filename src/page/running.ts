import type {Entry} from './entry.ts'

/** What goes on right now: the lines at the bottom of a live terminal, the head of a live page. */
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
