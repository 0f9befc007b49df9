import {SinkError} from '../sink-error.ts'
import type {DeliveryContext, DeliveryThread} from './delivery-context.ts'
import {openDeliveryThread} from './delivery-context.ts'
import type {DeliveryJob} from './delivery-jobs.ts'
import {countUndelivered, listJobs} from './delivery-jobs.ts'
import type {JournalOwner} from './journal.ts'
import type {OutgoingMessage, SlackMessageLimits} from './outgoing-message.ts'
import type {SlackClock} from './rate-limited-client.ts'
import {RateLimitedClient} from './rate-limited-client.ts'
import type {SlackApi, SlackMethod} from './slack-api.ts'
import {describeSlackError, isTransient, SlackError} from './slack-error.ts'

/** What an outbox is made of. */
export interface OutboxOptions {
  readonly api: SlackApi
  readonly clock: SlackClock
  readonly channel: string
  /** An existing thread to write into. */
  readonly threadTs: string | undefined
  /** Where it is remembered what was posted; without it, nothing is. */
  readonly folder: string | undefined
  readonly owner: JournalOwner
  readonly limits: SlackMessageLimits
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
export interface DeliveryBounds {
  readonly boundMs: number
  readonly stallMs: number
}

/**
 * Everything that is to be written in one channel. It is one queue, and the newest state of a message is what counts:
 * what changed twice before its turn came is sent once. Nobody who puts something in waits for it.
 */
export class SlackOutbox {
  readonly #options: OutboxOptions
  readonly #context: DeliveryContext
  readonly #threads = new Map<string, DeliveryThread>()
  #held: boolean
  #failed = false
  /** Failures in a row, and until when they keep us quiet. */
  #failures = 0
  #quietUntil = 0
  #trouble: string | undefined
  #bounds: {readonly until: number; readonly stallMs: number} | undefined
  #running: Promise<void> | undefined
  #wake: () => void = () => {}

  constructor(parts: OutboxOptions) {
    const {api, clock, channel, threadTs, limits, held} = parts
    this.#options = parts
    this.#held = held
    const caller = new RateLimitedClient(api, clock)
    this.#context = {
      client: caller,
      clock,
      channel,
      threadTs,
      limits,
      problems: new Set(),
      forbidden: new Set(),
    }
  }

  /** The thread of a session, with what was posted before. Fails where another process writes it. */
  thread(session: string): OutboxThread {
    const {folder, owner, api, clock} = this.#options
    const thread = this.#threads.get(session) ?? openDeliveryThread(this.#context, session, folder, owner)
    this.#threads.set(session, thread)
    // Nobody can look what became of it.
    if (api.postsOnly) thread.state.pending = undefined
    return {
      put: (message) => {
        if (this.#failed) return
        thread.state.put(message, clock.now())
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
    if (!this.#options.api.postsOnly) for (const {state} of this.#threads.values()) state.dropEarlier()
    this.#start()
  }

  /** Sends what is left as far as the bounds allow, and closes. */
  async finish({boundMs, stallMs}: DeliveryBounds): Promise<DeliveryReport> {
    const now = this.#options.clock.now()
    this.#bounds = {until: now + boundMs, stallMs}
    this.#context.client.lastSuccess = now
    this.release()
    this.#start()
    if (this.#running) await this.#options.clock.within(boundMs, this.#running)
    // Whatever is still under way has had its time.
    this.#failed = true
    this.#options.api.close()
    for (const {journal} of this.#threads.values()) journal?.close()
    return this.report()
  }

  report(): DeliveryReport {
    const {client, problems} = this.#context
    let left = 0
    for (const thread of this.#threads.values()) left += countUndelivered(thread, this.#context)
    return {left, calls: client.calls, problems: [...problems], trouble: this.#trouble}
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
      const wait = Math.max(job.wait, this.#quietUntil - this.#options.clock.now())
      if (wait > 0) await this.#sleep(wait)
      else await job.run().then(this.#passed, this.#fail)
    }
    this.#running = undefined
  }

  #nextJob(): DeliveryJob | undefined {
    const {clock} = this.#options
    if (this.#failed || clock.now() >= this.#limit()) return undefined
    let best: DeliveryJob | undefined
    for (const thread of this.#threads.values())
      for (const job of listJobs(this.#context, thread, this.#bounds !== undefined))
        if (!best || job.wait < best.wait) best = job
    return best
  }

  #limit(): number {
    if (!this.#bounds) return Number.POSITIVE_INFINITY
    return Math.min(this.#bounds.until, this.#context.client.lastSuccess + this.#bounds.stallMs)
  }

  #sleep(ms: number): Promise<void> {
    const {clock} = this.#options
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
    if (error instanceof SlackError && isTransient(error)) {
      this.#trouble = describeSlackError(error.code)
      if (error.retryAfterMs !== undefined) return
      this.#quietUntil = this.#options.clock.now() + backOff(this.#failures)
      this.#failures += 1
      return
    }
    this.#failed = true
    this.#context.problems.add(describeDeliveryFailure(error))
  }
}

function describeDeliveryFailure(error: unknown): string {
  if (error instanceof SinkError) return error.message
  const why = error instanceof SlackError ? describeSlackError(error.code, error.needed) : String(error)
  return `Cannot post to Slack: ${why}.`
}

const firstBackOffMs = 1000
const maxBackOffMs = 30_000

/** How long to wait after so many failures in a row: twice as long each time, and never the same as others. */
const backOff = (failures: number): number =>
  Math.min(maxBackOffMs, firstBackOffMs * 2 ** Math.min(failures, 10)) * (0.75 + Math.random() / 2)
