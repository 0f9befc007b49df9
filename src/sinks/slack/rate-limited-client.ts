import type {SlackApi, SlackMethod, SlackResponse} from './slack-api.ts'
import {SlackError} from './slack-error.ts'

/** Time as the outbox sees it; tests have one that passes faster. */
export interface SlackClock {
  now(): number
  /** Resolves after so many milliseconds, or once `wake` does. */
  sleep(ms: number, wake: Promise<void>): Promise<void>
  /** Waits for something for no longer than so many milliseconds. */
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

/** How many calls of a method Slack allows, by its own table. */
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
  'chat.postMessage': {calls: 1, perMs: 1000, tier: 'special: one a second in a channel'},
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

/** Of what is allowed in a minute, a part may come at once; both together are what is allowed, less one. */
const burstShare = 0.16

interface Bucket {
  tokens: number
  at: number
  /** Slack has asked to wait until then. */
  until: number
}

/** Says when a method may be called again. It counts from the answers, because nobody knows when a call arrived. */
export class RateLimiter {
  readonly #buckets = new Map<SlackMethod, Bucket>()

  /** Milliseconds to wait before the method may be called. */
  wait(method: SlackMethod, now: number): number {
    const {capacity, perToken} = bucketRates(method)
    const bucket = this.#buckets.get(method)
    if (!bucket) return 0
    const tokens = Math.min(capacity, bucket.tokens + (now - bucket.at) / perToken)
    const refill = tokens >= 1 ? 0 : Math.ceil((1 - tokens) * perToken)
    return Math.max(refill, bucket.until - now, 0)
  }

  /** A call was answered. */
  called(method: SlackMethod, now: number): void {
    const {capacity, perToken} = bucketRates(method)
    const bucket = this.#buckets.get(method) ?? {tokens: capacity, at: now, until: 0}
    bucket.tokens = Math.min(capacity, bucket.tokens + Math.max(0, now - bucket.at) / perToken) - 1
    bucket.at = now
    this.#buckets.set(method, bucket)
  }

  /** Slack has said when to come again. */
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

/** Calls Slack no more often than it allows, and counts. */
export class RateLimitedClient {
  readonly api: SlackApi
  readonly calls = new Map<SlackMethod, number>()
  readonly #clock: SlackClock
  readonly #pace = new RateLimiter()
  /** When something last got through. */
  lastSuccess: number

  constructor(api: SlackApi, clock: SlackClock) {
    this.api = api
    this.#clock = clock
    this.lastSuccess = clock.now()
  }

  /** Milliseconds to wait before the method may be called. */
  wait(method: SlackMethod): number {
    return this.#pace.wait(method, this.#clock.now())
  }

  /** Fails with a `SlackError`. Who has not waited waits here. */
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
