import {type Entry, formatSummaryFacts, type Running, type Summary, type TodoItem} from '../../page/index.ts'
import {resultFacts, slackEntryText, summaryVerdict} from './entry/entry-text.ts'
import {type SlackHeading, sessionHeadBlocks} from './entry/session-head.ts'
import {renderSlackNodes} from './nodes/render-nodes.ts'
import {isSignificant, type SlackLevel} from './significance.ts'
import {createSlackMessage, type SlackMessage, type SlackStatus, splitIntoMessages} from './slack-message.ts'
import {contextBlock, type SlackBlock, sectionBlocks} from './text/blocks.ts'
import {AgentSteps, type CalledAgent} from './thread/agent-steps.ts'
import {ResponseGroup} from './thread/response-group.ts'
import {findTodoItems, isNewTodoList, todoMessage} from './thread/todo-message.ts'
import {ToolRunGroups} from './thread/tool-run-groups.ts'

/** What a thread shows, and who is mentioned. */
export interface SlackThreadOptions {
  readonly level: SlackLevel
  /** Who is mentioned when the run fails, in Slack's own markup (`<@U012>`). */
  readonly mention: string | undefined
}

/** Calls and agents that are running. */
export type SlackRunning = Pick<Running, 'tools' | 'agents'>

/**
 * One session as a thread of messages. It takes entries and returns the messages that have changed. Which message shows
 * what depends only on the order of entries, never on their timing: posted again from another source, the thread is the
 * same.
 */
export class SlackThread {
  readonly #options: SlackThreadOptions
  readonly #changed = new Map<string, SlackMessage>()
  readonly #runs: ToolRunGroups
  readonly #agents = new AgentSteps()
  readonly #keys = new ThreadKeys()
  #session: Entry | undefined
  #heading: SlackHeading = {tools: []}
  #responses: ResponseGroup | undefined
  #todo: {readonly key: string; items: readonly TodoItem[]} | undefined
  #status: SlackStatus = 'running'
  /** The last reply, at levels that do not post replies: it is posted with the result. */
  #unpostedResponse: Entry | undefined
  /** The last posted entry, apart from running calls. */
  #last: Pick<Entry, 'kind' | 'turn'> | undefined
  /** The last result has been posted and nothing happened since. */
  #concluded = false

  constructor(options: SlackThreadOptions) {
    this.#options = options
    this.#runs = new ToolRunGroups(options.level, (message) => this.#change(message))
  }

  get status(): SlackStatus {
    return this.#status
  }

  /** Changes the first message; later values replace earlier ones. */
  setHeading(heading: Partial<SlackHeading>): void {
    this.#heading = {...this.#heading, ...heading}
    if (this.#session) this.#putHeader(false)
  }

  /** Adds entries that no longer change, and updates those that are running. */
  update(entries: readonly Entry[], running: SlackRunning): void {
    for (const entry of entries) this.#addEntry(entry)
    for (const {agent, step} of running.agents) if (step) this.#putAgent(this.#agents.start(agent))
    for (const entry of running.tools) if (!entry.lane) this.#putRun(entry)
  }

  /** Ends the thread. */
  close(summary: Summary): void {
    const {state} = summary
    this.#status = state === 'completed' || state === 'failed' ? state : 'cut-off'
    this.#heading = {...this.#heading, summary}
    if (this.#session) this.#putHeader(true)
    this.#settleResponses()
    this.#runs.close()
    if (this.#todo) this.#change(todoMessage(this.#todo.key, this.#todo.items, true))
    if (!this.#concluded && state !== 'open') this.#putSummary(summary)
  }

  /** The messages that are new or have changed since the last call, in the order of the thread. */
  takeChanges(): readonly SlackMessage[] {
    const changes = [...this.#changed.values()]
    this.#changed.clear()
    return changes
  }

  #addEntry(entry: Entry): void {
    if (entry.lane) {
      this.#putAgent(this.#agents.count(entry))
      return
    }
    if (entry.kind === 'session') {
      this.#session ??= entry
      this.#putHeader(false)
      return
    }
    if (!isSignificant(entry, this.#options.level)) {
      if (entry.kind === 'answer') this.#unpostedResponse = entry
      // A call that was posted while it ran is updated until it ends.
      if (entry.kind === 'tool' && this.#runs.has(entry.key)) this.#putRun(entry)
      return
    }
    // Some interruptions are recorded twice.
    if (entry.kind === 'interruption' && this.#last?.kind === entry.kind && this.#last.turn === entry.turn)
      return
    this.#last = entry
    if (entry.kind !== 'result' && entry.kind !== 'notice' && entry.kind !== 'task') this.#reopen()
    if (entry.kind === 'tool') this.#putRun(entry)
    else if (entry.kind === 'answer' && !entry.isError) this.#putResponse(entry)
    else this.#putOther(entry)
  }

  /** The next turn starts after a result. */
  #reopen(): void {
    this.#concluded = false
    if (this.#status === 'running') return
    this.#status = 'running'
    if (this.#heading.summary) this.setHeading({summary: undefined})
  }

  #putHeader(settled: boolean): void {
    if (!this.#session) return
    this.#change(createSlackMessage('session', sessionHeadBlocks(this.#session, this.#heading), settled))
  }

  #putRun(entry: Entry): void {
    const items = entry.tool === 'TodoWrite' || entry.tool === 'TaskList' ? findTodoItems(entry) : []
    if (items.length > 0 && !entry.isError) {
      this.#putTodo(entry, items)
      return
    }
    if (this.#runs.update(entry) || !isSignificant(entry, this.#options.level)) return
    this.#settleResponses()
    this.#runs.add(entry)
  }

  #putTodo(entry: Entry, items: readonly TodoItem[]): void {
    if (this.#todo && isNewTodoList(this.#todo.items, items)) {
      this.#change(todoMessage(this.#todo.key, this.#todo.items, true))
      this.#todo = undefined
    }
    if (!this.#todo) {
      this.#settleResponses()
      this.#runs.settle()
    }
    this.#todo ??= {key: `todo:${entry.key}`, items}
    this.#todo.items = items
    this.#change(todoMessage(this.#todo.key, items, false))
  }

  #putResponse(entry: Entry): void {
    this.#runs.settle()
    if (this.#responses?.isFull) this.#settleResponses()
    this.#responses ??= new ResponseGroup(this.#keys.of(entry, 'text'))
    for (const message of this.#responses.add(entry)) this.#change(message)
  }

  #putOther(entry: Entry): void {
    this.#settleResponses()
    this.#runs.settle()
    if (entry.kind === 'result') {
      this.#status = entry.isError ? 'failed' : 'completed'
      this.#concluded = true
    }
    const shown = entry.kind === 'result' && entry.answered.length === 0 ? this.#withResponse(entry) : entry
    const facts = entry.kind === 'result' ? resultFacts(entry) : ''
    const call = entry.isError && entry.kind === 'result' ? this.#mention() : ''
    const small = facts === '' ? [] : [contextBlock(facts)]
    this.#putBlocks(this.#keys.of(entry, entry.kind), [
      ...sectionBlocks(call + slackEntryText(shown)),
      ...small,
    ])
  }

  /** A result does not repeat the last reply, unless that was not posted. */
  #withResponse(entry: Entry): Entry {
    const answered = this.#unpostedResponse?.asked ?? []
    this.#unpostedResponse = undefined
    return {...entry, answered}
  }

  /** The end of a run without a result. */
  #putSummary(summary: Summary): void {
    const isBad = summary.state === 'failed' || summary.state === 'cut-off'
    const facts = formatSummaryFacts(summary).join(' · ')
    const said = renderSlackNodes(this.#unpostedResponse?.asked ?? [])
    this.#putBlocks(`end:${this.#keys.count('end')}:${summary.turns}`, [
      ...sectionBlocks(
        `${isBad ? this.#mention() : ''}${summaryVerdict(summary)}${said === '' ? '' : `\n${said}`}`,
      ),
      ...(facts === '' ? [] : [contextBlock(facts)]),
    ])
    this.#concluded = true
  }

  #mention(): string {
    return this.#options.mention === undefined ? '' : `${this.#options.mention} `
  }

  #putBlocks(key: string, blocks: readonly SlackBlock[]): void {
    for (const message of splitIntoMessages(key, blocks, true)) this.#change(message)
  }

  #settleResponses(): void {
    for (const message of this.#responses?.settledMessages() ?? []) this.#change(message)
    this.#responses = undefined
  }

  #putAgent(agent: CalledAgent | undefined): void {
    if (agent) this.#runs.progress(agent)
  }

  #change(message: SlackMessage): void {
    if (message.blocks.length === 0) return
    this.#changed.set(message.key, message)
  }
}

/** Names the messages of a thread, the same for every source of the session. */
class ThreadKeys {
  readonly #counts = new Map<string, number>()

  /** Made of ids that every source has; without one, of the number of earlier messages. */
  of(entry: Entry, kind: string): string {
    const id =
      (kind === 'text' ? entry.responseId : undefined) ?? entry.messageId ?? `turn-${entry.turn ?? 0}`
    const name = `${kind}:${id}`
    const count = this.count(name)
    return count === 0 ? name : `${name}:${count}`
  }

  /** How often the name was used before. */
  count(name: string): number {
    const count = this.#counts.get(name) ?? 0
    this.#counts.set(name, count + 1)
    return count
  }
}
