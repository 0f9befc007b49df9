import {SinkError} from '../sink-error.ts'
import type {Clock} from './caller.ts'
import {Caller} from './caller.ts'
import type {Desk, Thread} from './desk.ts'
import {openThread} from './desk.ts'
import type {Job} from './jobs.ts'
import {jobsOf, leftIn} from './jobs.ts'
import type {JournalOwner} from './journal.ts'
import type {CarrierLimits, OutgoingMessage} from './outgoing.ts'
import type {SlackApi, SlackMethod} from './slack-api.ts'
import {isPassing, SlackProblem, slackSentence} from './slack-problem.ts'

/** What an outbox is made of. */
export interface OutboxParts {
  readonly api: SlackApi
  readonly clock: Clock
  readonly channel: string
  /** An existing thread to write into. */
  readonly threadTs: string | undefined
  /** Where it is remembered what was posted; without it, nothing is. */
  readonly folder: string | undefined
  readonly owner: JournalOwner
  readonly limits: CarrierLimits
  /** Everything there is so far comes at once: nothing is sent before `release`. */
  readonly held: boolean
}

/** The thread of one session. */
export interface OutboxThread {
  put(message: OutgoingMessage): void
  /** The one reaction of ours on the first message. */
  react(name: string): void
}

/** How delivery went. */
export interface DeliveryReport {
  /** Messages that are not in Slack as they should be. */
  readonly left: number
  readonly calls: ReadonlyMap<SlackMethod, number>
  /** What went wrong, each in a sentence. */
  readonly problems: readonly string[]
  /** Why nothing gets through at the moment. */
  readonly trouble: string | undefined
}

/** How long to go on at the end: in all, and without anything getting through. */
export interface Bounds {
  readonly boundMs: number
  readonly stallMs: number
}

/**
 * Everything that is to be written in one channel. It is one queue, and the newest state of a message is what counts:
 * what changed twice before its turn came is sent once. Nobody who puts something in waits for it.
 */
export class SlackOutbox {
  readonly #parts: OutboxParts
  readonly #desk: Desk
  readonly #threads = new Map<string, Thread>()
  #held: boolean
  #failed = false
  /** Failures in a row, and until when they keep us quiet. */
  #failures = 0
  #quietUntil = 0
  #trouble: string | undefined
  #bounds: {readonly until: number; readonly stallMs: number} | undefined
  #running: Promise<void> | undefined
  #wake: () => void = () => {}

  constructor(parts: OutboxParts) {
    const {api, clock, channel, threadTs, limits, held} = parts
    this.#parts = parts
    this.#held = held
    const caller = new Caller(api, clock)
    this.#desk = {caller, clock, channel, threadTs, limits, problems: new Set(), forbidden: new Set()}
  }

  /** The thread of a session, with what was posted before. Fails where another process writes it. */
  thread(session: string): OutboxThread {
    const {folder, owner, api, clock} = this.#parts
    const thread = this.#threads.get(session) ?? openThread(this.#desk, session, folder, owner)
    this.#threads.set(session, thread)
    // Nobody can look what became of it.
    if (api.postsOnly) thread.book.pending = undefined
    return {
      put: (message) => {
        if (this.#failed) return
        thread.book.put(message, clock.now())
        this.#start()
      },
      react: (name) => {
        if (this.#failed || api.postsOnly || thread.wantedReaction === name) return
        thread.wantedReaction = name
        this.#start()
      },
    }
  }

  /** Everything that was there has been put in. */
  release(): void {
    if (!this.#held) return
    this.#held = false
    if (!this.#parts.api.postsOnly) for (const {book} of this.#threads.values()) book.dropEarlier()
    this.#start()
  }

  /** Sends what is left as far as the bounds allow, and closes. */
  async finish({boundMs, stallMs}: Bounds): Promise<DeliveryReport> {
    const now = this.#parts.clock.now()
    this.#bounds = {until: now + boundMs, stallMs}
    this.#desk.caller.lastSuccess = now
    this.release()
    this.#start()
    if (this.#running) await this.#parts.clock.within(boundMs, this.#running)
    // Whatever is still under way has had its time.
    this.#failed = true
    this.#parts.api.close()
    for (const {journal} of this.#threads.values()) journal?.close()
    return this.report()
  }

  report(): DeliveryReport {
    const {caller, problems} = this.#desk
    let left = 0
    for (const thread of this.#threads.values()) left += leftIn(thread, this.#desk)
    return {left, calls: caller.calls, problems: [...problems], trouble: this.#trouble}
  }

  #start(): void {
    this.#wake()
    if (!this.#held && !this.#failed) this.#running ??= this.#work().catch(this.#fail)
  }

  /** Does one thing after the other until nothing is left to do. */
  async #work(): Promise<void> {
    // What is put in together is looked at together.
    await Promise.resolve()
    for (let job = this.#nextJob(); job; job = this.#nextJob()) {
      const wait = Math.max(job.wait, this.#quietUntil - this.#parts.clock.now())
      if (wait > 0) await this.#sleep(wait)
      else await job.run().then(this.#passed, this.#fail)
    }
    this.#running = undefined
  }

  #nextJob(): Job | undefined {
    const {clock} = this.#parts
    if (this.#failed || clock.now() >= this.#limit()) return undefined
    let best: Job | undefined
    for (const thread of this.#threads.values())
      for (const job of jobsOf(this.#desk, thread, this.#bounds !== undefined))
        if (!best || job.wait < best.wait) best = job
    return best
  }

  #limit(): number {
    if (!this.#bounds) return Number.POSITIVE_INFINITY
    return Math.min(this.#bounds.until, this.#desk.caller.lastSuccess + this.#bounds.stallMs)
  }

  #sleep(ms: number): Promise<void> {
    const {clock} = this.#parts
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    return clock.sleep(Math.max(1, Math.min(ms, this.#limit() - clock.now())), woken)
  }

  readonly #passed = (): void => {
    this.#failures = 0
    this.#trouble = undefined
  }

  /** What passes is waited for; what does not ends delivery. */
  readonly #fail = (error: unknown): void => {
    if (error instanceof SlackProblem && isPassing(error)) {
      this.#trouble = slackSentence(error.code)
      if (error.retryAfterMs !== undefined) return
      this.#quietUntil = this.#parts.clock.now() + backOff(this.#failures)
      this.#failures += 1
      return
    }
    this.#failed = true
    this.#desk.problems.add(sentenceOf(error))
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof SinkError) return error.message
  const why = error instanceof SlackProblem ? slackSentence(error.code, error.needed) : String(error)
  return `Cannot post to Slack: ${why}.`
}

const first = 1000
const longest = 30_000

/** How long to wait after so many failures in a row: twice as long each time, and never the same as others. */
const backOff = (failures: number): number =>
  Math.min(longest, first * 2 ** Math.min(failures, 10)) * (0.75 + Math.random() / 2)
