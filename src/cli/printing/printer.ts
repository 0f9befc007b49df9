import type {Change, Conversation, SourceInfo} from '../../conversation/index.ts'
import type {BranchesBySession, NarratorOptions} from '../../describe/index.ts'
import {
  BranchMarks,
  describeSpending,
  Narrator,
  ReportDeduplicator,
  Summarizer,
} from '../../describe/index.ts'
import type {Instant, Line} from '../../model/index.ts'
import type {Entry, Running, Spent, Summary} from '../../page/index.ts'
import type {PriceOverrides} from '../../prices/index.ts'
import {
  renderTerminalEntry,
  renderTerminalRunning,
  renderTerminalSummary,
  sanitizeTerminalAnsi,
  type TerminalOptions,
} from '../../render/terminal/index.ts'

/** What a printer needs. */
export interface PrinterParts {
  readonly state: Conversation
  readonly narration: NarratorOptions
  /** Called for each entry, because a terminal can change its size. */
  readonly look: () => TerminalOptions
  /** Which entries to print. */
  readonly wants: (entry: Entry) => boolean
  /** Whether text that is not JSON is printed. */
  readonly passes: boolean
  readonly overrides?: PriceOverrides | undefined
}

/** The room for the running lines. */
export interface RunningArea {
  readonly columns: number
  readonly rows: number
}

/** Turns lines into the text for a terminal. It writes nothing itself, so live and saved sessions print alike. */
export class Printer {
  readonly #parts: PrinterParts
  readonly #narrator: Narrator
  readonly #summarizer = new Summarizer()
  readonly #reports = new ReportDeduplicator()
  /** Something was printed. */
  #begun = false
  #spent: {readonly at: Instant; readonly sum: Spent} | undefined
  #branches: BranchMarks | undefined
  /** When each running call or agent was first shown, by its key. */
  #clocks = new Map<string, Instant>()

  constructor(parts: PrinterParts) {
    this.#parts = parts
    this.#narrator = new Narrator(parts.narration)
  }

  /** Marks where an abandoned branch starts, and where the conversation continues. */
  markBranches(branches: BranchesBySession): void {
    this.#branches = new BranchMarks(branches)
  }

  begin(source: string, info: SourceInfo): void {
    this.#parts.state.begin(source, info)
  }

  /** What a line adds to the output. Text that is not JSON is passed through. */
  read(line: Line, arrivedAt?: Instant): string {
    this.#summarizer.addLine(line)
    if (line.kind === 'unreadable' && line.reason === 'not-json')
      return this.#parts.passes ? `${sanitizeTerminalAnsi(line.text)}\n` : ''
    return this.#print(this.#parts.state.add(line, arrivedAt))
  }

  /** What the passing of time adds: calls that became orphaned. */
  pass(now: Instant): string {
    return this.#print(this.#parts.state.pass(now))
  }

  /** What the end of a source adds. */
  end(source: string): string {
    return this.#print(this.#parts.state.end(source))
  }

  /** What is left to print when everything was read. */
  finish(): string {
    return this.#render(this.#narrator.finish())
  }

  get summary(): Summary {
    return this.#summarizer.summary(this.#parts.state, this.#parts.overrides)
  }

  /** The closing line. */
  closing(): string {
    return renderTerminalSummary(this.summary, this.#parts.look())
  }

  /** The running lines, within an area. */
  running(now: Instant, room: RunningArea, partial: boolean): readonly string[] {
    const running = {...this.#clocked(this.#narrator.running(), now), spent: this.#spentAt(now)}
    const look = this.#parts.look()
    return renderTerminalRunning(
      partial ? running : {...running, writing: []},
      {...look, width: Math.min(look.width, room.columns)},
      now,
      room.rows,
    )
  }

  /**
   * Gives calls and agents clocks that start when they were first shown. By the time of its records, an old stream that is
   * piped would have been running for days.
   */
  #clocked({tools, agents, writing}: Omit<Running, 'spent'>, now: Instant): Omit<Running, 'spent'> {
    const before = this.#clocks
    this.#clocks = new Map()
    const clocked = (entry: Entry): Entry => {
      const time = before.get(entry.key) ?? now
      this.#clocks.set(entry.key, time)
      return {...entry, at: time}
    }
    return {
      tools: tools.map(clocked),
      agents: agents.map(({agent, step}) => ({agent: clocked(agent), step})),
      writing,
    }
  }

  /** Adding up a long session takes time, so it is done at most once per second. */
  #spentAt(now: Instant): Spent {
    if (!this.#spent || now - this.#spent.at >= 1000) this.#spent = {at: now, sum: this.#spentNow()}
    return this.#spent.sum
  }

  #spentNow(): Spent {
    const {state, overrides} = this.#parts
    return describeSpending(state, this.#summarizer, overrides)
  }

  #print(changes: readonly Change[]): string {
    this.#summarizer.addChanges(changes)
    return this.#render(this.#narrator.apply(changes))
  }

  #render(entries: readonly Entry[]): string {
    let text = ''
    for (const entry of entries) {
      if (!this.#parts.wants(entry)) continue
      const look = this.#parts.look()
      // Boxes need no empty line between them.
      if (entry.kind === 'session' && this.#begun && look.style !== 'box') text += '\n'
      this.#begun = true
      const mark = this.#branches?.before(entry)
      const rendered = renderTerminalEntry(this.#reports.filter(entry), look)
      // A turn starts with an empty line; the mark goes after it.
      const gap = mark && rendered.startsWith('\n') ? '\n' : ''
      text += mark ? gap + renderTerminalEntry(mark, look) + rendered.slice(gap.length) : rendered
    }
    return text
  }
}
