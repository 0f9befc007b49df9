import {type Entry, type TodoItem, truncate} from '../../../page/index.ts'
import {type AgentProgress, isRunOpen, toolRunText} from '../entry/tool-run-text.ts'
import {renderSlackNodes} from '../nodes/render-nodes.ts'
import type {SlackLevel} from '../significance.ts'
import {slackLimits} from '../slack-limits.ts'
import {notificationText, type SlackMessage} from '../slack-message.ts'
import {sectionBlocks} from '../text/blocks.ts'

/** So many calls are still read; the next one begins a message of its own. */
const maxRuns = 10

/** More of a result is never told; what was heard of it need not be kept. */
const kept = {lines: 400, characters: 20_000}

/** Calls that were made together or one right after the other: one message, which changes with each of them. */
export class ToolRunGroup {
  readonly key: string
  readonly #runs = new Map<string, Entry>()
  readonly #agents = new Map<string, AgentProgress>()

  constructor(first: string) {
    this.key = `tools:${first}`
  }

  get isFull(): boolean {
    return this.#runs.size >= maxRuns
  }

  get isSettled(): boolean {
    return [...this.#runs.values()].every((entry) => !isRunOpen(entry))
  }

  /** Says whether anything is new. */
  put(entry: Entry): boolean {
    const isNew = this.#runs.get(entry.key) !== entry
    this.#runs.set(entry.key, isRunOpen(entry) ? entry : {...entry, answered: truncate(entry.answered, kept)})
    return isNew
  }

  progress(call: string, agent: AgentProgress): void {
    this.#agents.set(call, agent)
  }

  message(level: SlackLevel, settled: boolean): SlackMessage {
    const room = Math.floor(slackLimits.messageText.max / Math.max(1, this.#runs.size))
    const most = Math.min(slackLimits.sectionText.max, room)
    const blocks = [...this.#runs.values()].flatMap((entry) =>
      sectionBlocks(toolRunText({entry, agent: this.#agents.get(entry.key)}, level, most), 1),
    )
    return {key: this.key, blocks, text: notificationText(blocks), settled, file: undefined}
  }
}

/** The things to do that a call wrote down. */
export const findTodoItems = ({asked, answered}: Entry): readonly TodoItem[] =>
  [...asked, ...answered].find((node) => node.kind === 'todo')?.items ?? []

const maxItems = 60

/** The list of things to do, which is one message however often it is written anew. */
export function todoMessage(key: string, items: readonly TodoItem[]): SlackMessage {
  const done = items.filter(({status}) => status === 'completed').length
  const list = renderSlackNodes([{kind: 'todo', items: items.slice(0, maxItems).map(cut)}])
  const more = items.length > maxItems ? `\n… ${items.length - maxItems} more` : ''
  const blocks = sectionBlocks(`📝 *Todo List:* ${done} of ${items.length} done\n${list}${more}`, 3)
  return {key, blocks, text: notificationText(blocks), settled: false, file: undefined}
}

const cut = (item: TodoItem): TodoItem => ({...item, text: item.text.slice(0, 300)})

/** A list that was done and is followed by other things to do is left alone. */
export const isNewTodoList = (before: readonly TodoItem[], after: readonly TodoItem[]): boolean =>
  before.length > 0 &&
  before.every(({status}) => status === 'completed' || status === 'cancelled') &&
  !after.some(({text}) => before.some((item) => item.text === text))
