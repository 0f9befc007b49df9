import type {Entry, Running, Summary, TodoItem} from '../../page/index.ts'
import {AgentSteps, type CalledAgent} from './agent-steps.ts'
import {AnswerGroup} from './answer-parts.ts'
import {context, type SlackBlock, sections} from './blocks.ts'
import {entryText, resultFacts} from './entry-text.ts'
import {headerBlocks, type SlackHeading} from './header-blocks.ts'
import {nodesText} from './node-text.ts'
import {isNewList, todoItemsOf, todoMessage} from './run-group.ts'
import {RunGroups} from './run-groups.ts'
import {isSignificant, type SlackLevel} from './significance.ts'
import {inMessages, noticeText, type SlackMessage, type SlackStatus} from './slack-message.ts'
import {summaryFacts, verdictOf} from './summary-text.ts'

/** How a thread is told. */
export interface SlackThreadOptions {
  readonly level: SlackLevel
  /** Who is called when it fails, in Slack's own markup (`<@U012>`). */
  readonly mention: string | undefined
}

/** What goes on besides what was told. */
export type SlackRunning = Pick<Running, 'tools' | 'agents'>

/**
 * One session as a thread of messages. It hears what is told of a conversation, and gives each message anew whenever
 * it has changed. Which message shows what depends on the order of things alone, never on their timing: told again,
 * from another source, it is the same thread.
 */
export class SlackThread {
  readonly #options: SlackThreadOptions
  readonly #changed = new Map<string, SlackMessage>()
  readonly #runs: RunGroups
  readonly #agents = new AgentSteps()
  readonly #keys = new ThreadKeys()
  #session: Entry | undefined
  #heading: SlackHeading = {tools: []}
  #answers: AnswerGroup | undefined
  #todo: {readonly key: string; items: readonly TodoItem[]} | undefined
  #status: SlackStatus = 'running'
  /** The newest answer, where answers are not told: the result is told with it. */
  #unsaid: Entry | undefined
  /** What was told last, calls that still run aside. */
  #last: Pick<Entry, 'kind' | 'turn'> | undefined
  /** The newest result has been told and nothing happened since. */
  #concluded = false

  constructor(options: SlackThreadOptions) {
    this.#options = options
    this.#runs = new RunGroups(options.level, (message) => this.#change(message))
  }

  get status(): SlackStatus {
    return this.#status
  }

  /** What heads the thread; what is given later wins. */
  head(heading: Partial<SlackHeading>): void {
    this.#heading = {...this.#heading, ...heading}
    if (this.#session) this.#tellHeader(false)
  }

  /** Tells entries that have settled, and what goes on. */
  hear(entries: readonly Entry[], running: SlackRunning): void {
    for (const entry of entries) this.#hearOne(entry)
    for (const {agent, step} of running.agents) if (step) this.#tellAgent(this.#agents.note(agent))
    for (const entry of running.tools) if (!entry.lane) this.#putRun(entry)
  }

  /** The run is over, as far as anybody knows. */
  close(summary: Summary): void {
    const isOver = summary.state === 'completed'
    this.#status = isOver ? 'completed' : summary.state === 'failed' ? 'failed' : 'cut-off'
    this.#heading = {...this.#heading, summary}
    if (this.#session) this.#tellHeader(true)
    this.#settleAnswers()
    this.#runs.close()
    if (this.#todo) this.#change({...todoMessage(this.#todo.key, this.#todo.items), settled: true})
    if (!this.#concluded && summary.state !== 'open') this.#tellClosing(summary)
  }

  /** The messages that are new or have changed since this was asked last, in the order of the thread. */
  takeChanges(): readonly SlackMessage[] {
    const changes = [...this.#changed.values()]
    this.#changed.clear()
    return changes
  }

  #hearOne(entry: Entry): void {
    if (entry.lane) {
      this.#tellAgent(this.#agents.count(entry))
      return
    }
    if (entry.kind === 'session') {
      this.#session ??= entry
      this.#tellHeader(false)
      return
    }
    if (!isSignificant(entry, this.#options.level)) {
      if (entry.kind === 'answer') this.#unsaid = entry
      // A call that was told while it ran is told to its end.
      if (entry.kind === 'tool' && this.#runs.has(entry.key)) this.#putRun(entry)
      return
    }
    // The client says at times in two ways that it was interrupted.
    if (entry.kind === 'interruption' && this.#last?.kind === entry.kind && this.#last.turn === entry.turn)
      return
    this.#last = entry
    if (entry.kind !== 'result' && entry.kind !== 'notice' && entry.kind !== 'task') this.#goOn()
    if (entry.kind === 'tool') this.#putRun(entry)
    else if (entry.kind === 'answer' && !entry.failed) this.#putAnswer(entry)
    else this.#putOther(entry)
  }

  /** Something happens after a result: the next turn. */
  #goOn(): void {
    this.#concluded = false
    if (this.#status === 'running') return
    this.#status = 'running'
    if (this.#heading.summary) this.head({summary: undefined})
  }

  #tellHeader(settled: boolean): void {
    if (!this.#session) return
    const blocks = headerBlocks(this.#session, this.#heading)
    this.#change({key: 'session', blocks, text: noticeText(blocks), settled, file: undefined})
  }

  #putRun(entry: Entry): void {
    const items = entry.tool === 'TodoWrite' || entry.tool === 'TaskList' ? todoItemsOf(entry) : []
    if (items.length > 0 && !entry.failed) {
      this.#putTodo(entry, items)
      return
    }
    if (this.#runs.update(entry) || !isSignificant(entry, this.#options.level)) return
    this.#settleAnswers()
    this.#runs.add(entry)
  }

  #putTodo(entry: Entry, items: readonly TodoItem[]): void {
    if (this.#todo && isNewList(this.#todo.items, items)) {
      this.#change({...todoMessage(this.#todo.key, this.#todo.items), settled: true})
      this.#todo = undefined
    }
    if (!this.#todo) {
      this.#settleAnswers()
      this.#runs.settle()
    }
    this.#todo ??= {key: `todo:${entry.key}`, items}
    this.#todo.items = items
    this.#change(todoMessage(this.#todo.key, items))
  }

  #putAnswer(entry: Entry): void {
    this.#runs.settle()
    if (this.#answers?.isFull) this.#settleAnswers()
    this.#answers ??= new AnswerGroup(this.#keys.of(entry, 'text'))
    for (const message of this.#answers.add(entry)) this.#change(message)
  }

  #putOther(entry: Entry): void {
    this.#settleAnswers()
    this.#runs.settle()
    if (entry.kind === 'result') {
      this.#status = entry.failed ? 'failed' : 'completed'
      this.#concluded = true
    }
    const told = entry.kind === 'result' && entry.answered.length === 0 ? this.#withAnswer(entry) : entry
    const facts = entry.kind === 'result' ? resultFacts(entry) : ''
    const call = entry.failed && entry.kind === 'result' ? this.#mention() : ''
    const small = facts === '' ? [] : [context(facts)]
    this.#tellBlocks(this.#keys.of(entry, entry.kind), [...sections(call + entryText(told)), ...small])
  }

  /** A result does not say again what the last answer said; it must where that was not told. */
  #withAnswer(entry: Entry): Entry {
    const answered = this.#unsaid?.asked ?? []
    this.#unsaid = undefined
    return {...entry, answered}
  }

  /** A run that ended without a result of its own; who is to know of failures is told. */
  #tellClosing(summary: Summary): void {
    const isBad = summary.state === 'failed' || summary.state === 'cut-off'
    const facts = summaryFacts(summary)
    const said = nodesText(this.#unsaid?.asked ?? [])
    this.#tellBlocks(`end:${this.#keys.count('end')}:${summary.turns}`, [
      ...sections(`${isBad ? this.#mention() : ''}${verdictOf(summary)}${said === '' ? '' : `\n${said}`}`),
      ...(facts === '' ? [] : [context(facts)]),
    ])
    this.#concluded = true
  }

  #mention(): string {
    return this.#options.mention === undefined ? '' : `${this.#options.mention} `
  }

  #tellBlocks(key: string, blocks: readonly SlackBlock[]): void {
    for (const message of inMessages(key, blocks, true)) this.#change(message)
  }

  #settleAnswers(): void {
    for (const message of this.#answers?.settled() ?? []) this.#change(message)
    this.#answers = undefined
  }

  #tellAgent(agent: CalledAgent | undefined): void {
    if (agent) this.#runs.progress(agent)
  }

  #change(message: SlackMessage): void {
    if (message.blocks.length === 0) return
    this.#changed.set(message.key, message)
  }
}

/** Names the messages of a thread, alike whoever tells it and from whichever source. */
class ThreadKeys {
  readonly #counts = new Map<string, number>()

  /** Made of ids that every source of a session has; where there is none, of how many there were before. */
  of(entry: Entry, kind: string): string {
    const id = (kind === 'text' ? entry.answer : undefined) ?? entry.record ?? `turn-${entry.turn ?? 0}`
    const name = `${kind}:${id}`
    const count = this.count(name)
    return count === 0 ? name : `${name}:${count}`
  }

  /** How often it was asked for a name before. */
  count(name: string): number {
    const count = this.#counts.get(name) ?? 0
    this.#counts.set(name, count + 1)
    return count
  }
}
