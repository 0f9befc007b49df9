import type {Clock} from './clock.ts'
import {Pace} from './pace.ts'
import type {SlackAnswer, SlackApi, SlackMethod} from './slack-api.ts'
import {SlackProblem} from './slack-problem.ts'

/** Calls Slack no more often than it allows, and counts. */
export class Caller {
  readonly api: SlackApi
  readonly calls = new Map<SlackMethod, number>()
  readonly #clock: Clock
  readonly #pace = new Pace()
  /** When something last got through. */
  lastSuccess: number

  constructor(api: SlackApi, clock: Clock) {
    this.api = api
    this.#clock = clock
    this.lastSuccess = clock.now()
  }

  /** Milliseconds to wait before the method may be called. */
  wait(method: SlackMethod): number {
    return this.#pace.wait(method, this.#clock.now())
  }

  /** Fails with a `SlackProblem`. Who has not waited waits here. */
  async call(method: SlackMethod, args: Readonly<Record<string, unknown>>): Promise<SlackAnswer> {
    for (let wait = this.wait(method); wait > 0; wait = this.wait(method))
      await this.#clock.sleep(wait, never)
    this.calls.set(method, (this.calls.get(method) ?? 0) + 1)
    try {
      const answer = await this.api.call(method, args)
      this.lastSuccess = this.#clock.now()
      return answer
    } catch (error) {
      if (error instanceof SlackProblem && error.retryAfterMs !== undefined)
        this.#pace.hold(method, this.#clock.now() + error.retryAfterMs)
      throw error
    } finally {
      this.#pace.called(method, this.#clock.now())
    }
  }
}

const never = new Promise<never>(() => {})
