/** Stops what is under way; calls are made one after the other, so that there is one at most. */
export class Stopper {
  #latest: AbortController | undefined
  #isStopped = false

  /** A signal for the next call, which comes at the latest with the given one. */
  signal(other: AbortSignal | undefined): AbortSignal {
    const controller = new AbortController()
    this.#latest = controller
    if (this.#isStopped || other?.aborted) controller.abort()
    other?.addEventListener('abort', () => controller.abort(other.reason), {once: true})
    return controller.signal
  }

  stop(): void {
    this.#isStopped = true
    this.#latest?.abort()
  }
}
