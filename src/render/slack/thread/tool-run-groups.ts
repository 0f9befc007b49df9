import {type Entry, truncate} from '../../../page/index.ts'
import {type AgentProgress, isRunOpen, toolRunText} from '../entry/tool-run-text.ts'
import type {SlackLevel} from '../significance.ts'
import {slackLimits} from '../slack-limits.ts'
import {createSlackMessage, type SlackMessage} from '../slack-message.ts'
import {sectionBlocks} from '../text/blocks.ts'
import type {CalledAgent} from './agent-steps.ts'

/** A message with more calls is hard to read; the next call starts another message. */
const maxRuns = 10

/** More of a result is never posted, so it is not kept. */
const keptLimits = {lines: 400, characters: 20_000}

/** Calls that were made together or one right after the other: one message, which changes with each of them. */
class ToolRunGroup {
  readonly #key: string
  readonly #runs = new Map<string, Entry>()
  readonly #agents = new Map<string, AgentProgress>()

  constructor(first: string) {
    this.#key = `tools:${first}`
  }

  get isFull(): boolean {
    return this.#runs.size >= maxRuns
  }

  get isSettled(): boolean {
    return [...this.#runs.values()].every((entry) => !isRunOpen(entry))
  }

  /** Adds or replaces a call; returns whether anything is new. */
  put(entry: Entry): boolean {
    const isNew = this.#runs.get(entry.key) !== entry
    const kept = isRunOpen(entry) ? entry : {...entry, answered: truncate(entry.answered, keptLimits)}
    this.#runs.set(entry.key, kept)
    return isNew
  }

  progress(call: string, agent: AgentProgress): void {
    this.#agents.set(call, agent)
  }

  message(level: SlackLevel, settled: boolean): SlackMessage {
    const room = Math.floor(slackLimits.messageText.max / Math.max(1, this.#runs.size))
    const max = Math.min(slackLimits.sectionText.max, room)
    const blocks = [...this.#runs.values()].flatMap((entry) =>
      sectionBlocks(toolRunText(entry, this.#agents.get(entry.key), level, max), 1),
    )
    return createSlackMessage(this.#key, blocks, settled)
  }
}

/** The calls of a thread: which message shows each, and which messages can still change. */
export class ToolRunGroups {
  readonly #level: SlackLevel
  readonly #onChange: (message: SlackMessage) => void
  readonly #ofCall = new Map<string, ToolRunGroup>()
  readonly #unsettled = new Set<ToolRunGroup>()
  /** The group that the next call is added to. */
  #newest: ToolRunGroup | undefined

  constructor(level: SlackLevel, onChange: (message: SlackMessage) => void) {
    this.#level = level
    this.#onChange = onChange
  }

  has(call: string): boolean {
    return this.#ofCall.has(call)
  }

  /** Updates a call that is already shown; returns whether it is. */
  update(entry: Entry): boolean {
    const group = this.#ofCall.get(entry.key)
    if (group?.put(entry)) this.#show(group, group !== this.#newest && group.isSettled)
    return group !== undefined
  }

  /** Adds a call that is not shown yet. */
  add(entry: Entry): void {
    if (this.#newest?.isFull) this.settle()
    this.#newest ??= new ToolRunGroup(entry.key)
    this.#ofCall.set(entry.key, this.#newest)
    this.#newest.put(entry)
    this.#show(this.#newest, false)
  }

  /** Updates the progress of an agent that a call has started. */
  progress({call, progress}: CalledAgent): void {
    const group = this.#ofCall.get(call)
    if (!group) return
    group.progress(call, progress)
    this.#show(group, false)
  }

  /** Another entry follows: the next call starts a new message. */
  settle(): void {
    const group = this.#newest
    this.#newest = undefined
    if (group?.isSettled) this.#show(group, true)
  }

  /** No call changes any more. */
  close(): void {
    this.settle()
    for (const group of this.#unsettled) this.#show(group, true)
  }

  #show(group: ToolRunGroup, settled: boolean): void {
    if (settled) this.#unsettled.delete(group)
    else this.#unsettled.add(group)
    this.#onChange(group.message(this.#level, settled))
  }
}
