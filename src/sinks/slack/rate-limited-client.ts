import type {SlackApi, SlackMethod, SlackResponse} from './slack-api.ts'
import {SlackError} from './slack-error.ts'

/** The clock of the outbox; tests use a faster one. */
export interface SlackClock {
  now(): number
  /** Resolves after some milliseconds, or when `wake` does. */
  sleep(ms: number, wake: Promise<void>): Promise<void>
  /** Waits for a promise, but not longer than some milliseconds. */
  within(ms: number, awaited: Promise<void>): Promise<void>
}

const maxTimerMs = 2 ** 31 - 1

const sleep: SlackClock['sleep'] = (ms, wake) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, maxTimerMs))
    void wake.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })

/** The time of the machine. */
export const realClock: SlackClock = {now: () => Date.now(), sleep, within: sleep}

/** How many calls of a method Slack allows. */
interface Allowance {
  readonly calls: number
  readonly perMs: number
  readonly tier: string
}

const minute = 60_000
const tier2: Allowance = {calls: 20, perMs: minute, tier: 'Tier 2'}
const tier3: Allowance = {calls: 50, perMs: minute, tier: 'Tier 3'}
const tier4: Allowance = {calls: 100, perMs: minute, tier: 'Tier 4'}

/** Source: https://docs.slack.dev/apis/web-api/rate-limits and the pages of the methods. */
export const slackRates: Readonly<Record<SlackMethod, Allowance>> = {
  'auth.test': {calls: 100, perMs: minute, tier: 'special'},
  'chat.postMessage': {calls: 1, perMs: 1000, tier: 'special: one per second and channel'},
  'chat.update': tier3,
  'conversations.history': tier3,
  'conversations.list': tier2,
  'conversations.replies': tier3,
  'files.completeUploadExternal': tier4,
  'files.getUploadURLExternal': tier4,
  'reactions.add': tier3,
  'reactions.remove': tier2,
  'users.list': tier2,
  'users.lookupByEmail': tier3,
}

/** The share of a minute's calls that can be made in a burst; burst and refill together stay below the limit. */
const burstShare = 0.16

interface Bucket {
  tokens: number
  at: number
  /** Slack has asked to wait until then. */
  until: number
}

/** Knows when a method can be called again. It counts from the responses, because a call may arrive late. */
export class RateLimiter {
  readonly #buckets = new Map<SlackMethod, Bucket>()

  /** Milliseconds to wait before a call. */
  wait(method: SlackMethod, now: number): number {
    const {capacity, perToken} = bucketRates(method)
    const bucket = this.#buckets.get(method)
    if (!bucket) return 0
    const tokens = Math.min(capacity, bucket.tokens + (now - bucket.at) / perToken)
    const refill = tokens >= 1 ? 0 : Math.ceil((1 - tokens) * perToken)
    return Math.max(refill, bucket.until - now, 0)
  }

  /** A call got a response. */
  called(method: SlackMethod, now: number): void {
    const {capacity, perToken} = bucketRates(method)
    const bucket = this.#buckets.get(method) ?? {tokens: capacity, at: now, until: 0}
    bucket.tokens = Math.min(capacity, bucket.tokens + Math.max(0, now - bucket.at) / perToken) - 1
    bucket.at = now
    this.#buckets.set(method, bucket)
  }

  /** Slack has said when to retry. */
  hold(method: SlackMethod, until: number): void {
    const {capacity} = bucketRates(method)
    const bucket = this.#buckets.get(method) ?? {tokens: capacity, at: 0, until: 0}
    bucket.until = Math.max(bucket.until, until)
    this.#buckets.set(method, bucket)
  }
}

function bucketRates(method: SlackMethod): {readonly capacity: number; readonly perToken: number} {
  const {calls, perMs} = slackRates[method]
  if (calls === 1) return {capacity: 1, perToken: perMs + 10}
  const capacity = Math.floor(calls * burstShare)
  return {capacity, perToken: perMs / (calls - capacity - 1)}
}

/** Calls Slack within its rate limits, and counts calls. */
export class RateLimitedClient {
  readonly api: SlackApi
  readonly calls = new Map<SlackMethod, number>()
  readonly #clock: SlackClock
  readonly #pace = new RateLimiter()
  /** The time of the last successful call. */
  lastSuccess: number

  constructor(api: SlackApi, clock: SlackClock) {
    this.api = api
    this.#clock = clock
    this.lastSuccess = clock.now()
  }

  /** Milliseconds to wait before a call. */
  wait(method: SlackMethod): number {
    return this.#pace.wait(method, this.#clock.now())
  }

  /** Waits until the call is allowed. Fails with a `SlackError`. */
  async call(method: SlackMethod, args: Readonly<Record<string, unknown>>): Promise<SlackResponse> {
    for (let wait = this.wait(method); wait > 0; wait = this.wait(method))
      await this.#clock.sleep(wait, never)
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1)
    try {
      const answer = await this.api.call(method, args)
      this.lastSuccess = this.#clock.now()
      return answer
    } catch (error) {
      if (error instanceof SlackError && error.retryAfterMs !== undefined)
        this.#pace.hold(method, this.#clock.now() + error.retryAfterMs)
      throw error
    } finally {
      this.#pace.called(method, this.#clock.now())
    }
  }
}

const never = new Promise<never>(() => {})
