import {SinkError} from '../sink-error.ts'
import {type DeliveryContext, type DeliveryThread, openDeliveryThread} from './delivery-context.ts'
import {countUndelivered, type DeliveryJob, listJobs} from './delivery-jobs.ts'
import type {JournalOwner} from './journal.ts'
import type {OutgoingMessage, SlackMessageLimits} from './outgoing-message.ts'
import {RateLimitedClient, type SlackClock} from './rate-limited-client.ts'
import type {SlackApi, SlackMethod} from './slack-api.ts'
import {describeSlackError, isTransient, SlackError} from './slack-error.ts'

/** What an outbox needs. */
export interface OutboxOptions {
  readonly api: SlackApi
  readonly clock: SlackClock
  readonly channel: string
  /** An existing thread to write into. */
  readonly threadTs: string | undefined
  /** The folder of the journals; without it, nothing is remembered. */
  readonly folder: string | undefined
  readonly owner: JournalOwner
  readonly limits: SlackMessageLimits
  /** Nothing is sent before `release`. */
  readonly held: boolean
}

/** The thread of one session. */
export interface OutboxThread {
  put(message: OutgoingMessage): void
  /** Sets our reaction on the first message. */
  react(name: string): void
}

/** The result of the delivery. */
export interface DeliveryReport {
  /** The number of messages that are missing or out of date. */
  readonly left: number
  readonly calls: ReadonlyMap<SlackMethod, number>
  /** Messages about problems. */
  readonly problems: readonly string[]
  /** Why calls fail at the moment. */
  readonly trouble: string | undefined
}

/** How long to continue at the end: in total, and without a successful call. */
export interface DeliveryBounds {
  readonly boundMs: number
  readonly stallMs: number
}

/**
 * Delivers messages to one channel in the background. Only the newest state of a message counts: if it changes twice before
 * it is sent, it is sent once.
 */
export class SlackOutbox {
  readonly #options: OutboxOptions
  readonly #context: DeliveryContext
  readonly #threads = new Map<string, DeliveryThread>()
  #held: boolean
  #failed = false
  /** The number of failures in a row, and when to try again. */
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
    this.#context = {
      client: new RateLimitedClient(api, clock),
      clock,
      channel,
      threadTs,
      limits,
      problems: new Set(),
      forbidden: new Set(),
    }
  }

  /** The thread of a session with its earlier messages. Fails if another process is posting to it. */
  thread(session: string): OutboxThread {
    const {folder, owner, api, clock} = this.#options
    const thread = this.#threads.get(session) ?? openDeliveryThread(this.#context, session, folder, owner)
    this.#threads.set(session, thread)
    // A webhook cannot check whether it was posted.
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

  /** Everything that existed has been added; sending starts. */
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
    // Calls that are still running are cancelled.
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

  /** Runs one job after the other until none is left. */
  async #work(): Promise<void> {
    // Messages that are added together are sent together.
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

  /** Temporary errors are retried; others end the delivery. */
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

/** The wait after some failures in a row: twice as long each time, with a random factor. */
const backOff = (failures: number): number =>
  Math.min(maxBackOffMs, firstBackOffMs * 2 ** Math.min(failures, 10)) * (0.75 + Math.random() / 2)
