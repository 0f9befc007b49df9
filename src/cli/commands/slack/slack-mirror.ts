import type {Change, Conversation, SourceInfo} from '../../../conversation/index.ts'
import {type Heading, Narrator, Summarizer} from '../../../describe/index.ts'
import type {Instant, Line} from '../../../model/index.ts'
import {getOrAdd} from '../../../model/maps.ts'
import {type Entry, mapEntryText, redactText, type Summary, truncate} from '../../../page/index.ts'
import type {PriceOverrides} from '../../../prices/index.ts'
import type {SlackMessage, SlackStatus, SlackThreadOptions} from '../../../render/slack/index.ts'
import {SlackThread, sanitizeSlackText} from '../../../render/slack/index.ts'

/** Where the messages of one session go. */
export interface MirrorOutput {
  put(message: SlackMessage): void
  status(status: SlackStatus): void
}

/** What a mirror needs. */
export interface MirrorParts {
  readonly state: Conversation
  readonly thread: SlackThreadOptions
  readonly heading: Heading
  /** Whether credentials are redacted. */
  readonly redact: boolean
  readonly overrides?: PriceOverrides | undefined
  /** Called once for each session. */
  readonly open: (session: string) => MirrorOutput
}

interface Mirrored {
  readonly thread: SlackThread
  readonly output: MirrorOutput
  title: string | undefined
}

/** What is new in a session. */
interface SessionUpdate {
  readonly entries: Entry[]
  readonly tools: Entry[]
  readonly agents: {readonly agent: Entry; readonly step: Entry | undefined}[]
}

/** Turns lines into the messages of Slack threads, one thread for each session. It sends nothing itself. */
export class SlackMirror {
  readonly #parts: MirrorParts
  readonly #narrator: Narrator
  readonly #summarizer = new Summarizer()
  readonly #sessions = new Map<string, Mirrored>()
  /** The tools of the next session: they are in its heading. */
  #tools: readonly string[] = []

  constructor(parts: MirrorParts) {
    this.#parts = parts
    const isVerbose = parts.thread.level === 'verbose'
    this.#narrator = new Narrator({
      depth: isVerbose ? 'hook' : 'tool',
      pair: true,
      thinking: isVerbose,
      heading: {},
    })
  }

  begin(source: string, info: SourceInfo): void {
    this.#parts.state.begin(source, info)
  }

  read(line: Line, arrivedAt?: Instant): void {
    this.#summarizer.addLine(line)
    if (line.kind === 'unreadable' && line.reason === 'not-json') return
    if (line.kind === 'message' && line.message.kind === 'init') this.#tools = line.message.tools
    this.#onChanges(this.#parts.state.add(line, arrivedAt))
  }

  pass(now: Instant): void {
    this.#onChanges(this.#parts.state.pass(now))
  }

  end(source: string): void {
    this.#onChanges(this.#parts.state.end(source))
  }

  /** Posts what is left when everything was read, and the summary. */
  finish(): void {
    this.#update(this.#narrator.finish(), [])
    const summary = this.#summary()
    for (const mirrored of this.#sessions.values()) {
      mirrored.thread.close(summary)
      send(mirrored)
    }
  }

  #onChanges(changes: readonly Change[]): void {
    if (changes.length === 0) return
    this.#summarizer.addChanges(changes)
    const renamed = changes.flatMap(({type, session: {id}}) =>
      type === 'session-changed' && this.#sessions.has(id) ? [id] : [],
    )
    this.#update(this.#narrator.apply(changes), renamed)
  }

  /** Adds entries, and running calls that are new: thousands can be open, and this runs for each line. */
  #update(entries: readonly Entry[], renamed: readonly string[]): void {
    const {tools, agents} = this.#narrator.takeRunning()
    const running = new Map<string, SessionUpdate>()
    const at = (session: string): SessionUpdate =>
      getOrAdd(running, session, () => ({entries: [], tools: [], agents: []}))
    for (const entry of tools) at(entry.sessionId).tools.push(this.#clean(entry))
    for (const {agent, step} of agents) at(agent.sessionId).agents.push({agent: this.#clean(agent), step})
    for (const entry of entries) at(entry.sessionId).entries.push(this.#clean(entry))
    for (const session of renamed) at(session)
    for (const [session, {entries: settled, ...open}] of running) {
      const mirrored = this.#mirrored(session)
      this.#updateTitle(session, mirrored)
      mirrored.thread.update(settled, open)
      send(mirrored)
    }
  }

  #mirrored(session: string): Mirrored {
    const known = this.#sessions.get(session)
    if (known) return known
    const thread = new SlackThread(this.#parts.thread)
    const {title, description, url} = this.#parts.heading
    const clean = (text: string | undefined): string | undefined => text && this.#words(text)
    thread.setHeading({
      title: clean(title),
      description: clean(description),
      url: clean(url),
      tools: this.#tools.map((name) => this.#words(name)),
    })
    const mirrored = {thread, output: this.#parts.open(session), title: undefined}
    this.#sessions.set(session, mirrored)
    return mirrored
  }

  #updateTitle(session: string, mirrored: Mirrored): void {
    const title = this.#parts.state.sessions.get(session)?.title
    if (title === mirrored.title || title === undefined) return
    mirrored.title = title
    mirrored.thread.setHeading({sessionTitle: this.#words(title)})
  }

  #summary(): Summary {
    const summary = this.#summarizer.summary(this.#parts.state, this.#parts.overrides)
    return {...summary, reason: summary.reason === undefined ? undefined : this.#words(summary.reason)}
  }

  /** Clean copies by entry, so that a thread recognizes entries that it knows. */
  readonly #cleaned = new WeakMap<Entry, Entry>()

  #clean(entry: Entry): Entry {
    const known = this.#cleaned.get(entry)
    if (known) return known
    const cleaned = cleanEntry(entry, this.#parts.redact)
    this.#cleaned.set(entry, cleaned)
    return cleaned
  }

  #words(text: string): string {
    return cleanText(text, this.#parts.redact)
  }
}

/** A text for Slack. Hidden characters are removed first, because they could split a credential. */
export function cleanText(text: string, redact: boolean, name?: string): string {
  const seen = sanitizeSlackText(text)
  return redact ? redactText(seen, name) : seen
}

/** An entry as Slack may show it: without control characters and credentials, and not too long. */
export const cleanEntry = (entry: Entry, redact: boolean): Entry =>
  shortened(
    mapEntryText(shortened(entry, maxRead), (text, name) => cleanText(text, redact, name)),
    maxShown,
  )

/** The maximum of a tool's input and result that is shown. */
const maxShown = {lines: 1000, characters: 40_000}
/** The maximum that is redacted before the cut: a key that is cut in two would not be recognized. */
const maxRead = {lines: 25_000, characters: 1_000_000}

const shortened = (entry: Entry, limits: typeof maxShown): Entry =>
  entry.kind === 'tool'
    ? {...entry, asked: truncate(entry.asked, limits), answered: truncate(entry.answered, limits)}
    : entry

function send({thread, output}: Mirrored): void {
  for (const message of thread.takeChanges()) output.put(message)
  output.status(thread.status)
}
