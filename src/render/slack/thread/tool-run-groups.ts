import type {Entry} from '../../../page/index.ts'
import type {SlackLevel} from '../significance.ts'
import type {SlackMessage} from '../slack-message.ts'
import type {CalledAgent} from './agent-steps.ts'
import {ToolRunGroup} from './tool-run-group.ts'

/** The calls of a thread: which message shows each, and of which messages more is expected. */
export class ToolRunGroups {
  readonly #level: SlackLevel
  readonly #onChange: (message: SlackMessage) => void
  readonly #ofCall = new Map<string, ToolRunGroup>()
  readonly #unsettled = new Set<ToolRunGroup>()
  /** The one that the next call is added to. */
  #newest: ToolRunGroup | undefined

  /** `tell` is given each message anew whenever it has changed. */
  constructor(level: SlackLevel, tell: (message: SlackMessage) => void) {
    this.#level = level
    this.#onChange = tell
  }

  has(call: string): boolean {
    return this.#ofCall.has(call)
  }

  /** A call that is shown already, as it is now; says whether it is. */
  update(entry: Entry): boolean {
    const group = this.#ofCall.get(entry.key)
    if (group?.put(entry)) this.#show(group, group !== this.#newest && group.isSettled)
    return group !== undefined
  }

  /** A call that is not shown yet. */
  add(entry: Entry): void {
    if (this.#newest?.isFull) this.settle()
    this.#newest ??= new ToolRunGroup(entry.key)
    this.#ofCall.set(entry.key, this.#newest)
    this.#newest.put(entry)
    this.#show(this.#newest, false)
  }

  /** How far an agent has come that a call has started. */
  progress({call, progress}: CalledAgent): void {
    const group = this.#ofCall.get(call)
    if (!group) return
    group.progress(call, progress)
    this.#show(group, false)
  }

  /** Something else comes: the next call begins a message of its own. */
  settle(): void {
    const group = this.#newest
    this.#newest = undefined
    if (group?.isSettled) this.#show(group, true)
  }

  /** Nothing more is expected of any. */
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
