import {Worker} from 'node:worker_threads'
import type {IndexingEvent, IndexingTask} from './indexing-messages.ts'
import {isIndexingEvent} from './indexing-messages.ts'

/** The callbacks of the indexing. */
export interface IndexingListener {
  /** Something new was indexed. */
  changed(): void
  /** Indexing fails for this reason and is tried again; undefined when it works again. */
  failed(reason: string | undefined): void
}

/** One attempt to index, which lasts until something goes wrong or it is stopped. */
export interface IndexingAttempt {
  /** Resolves when it is over, with what went wrong. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/** How attempts are started, and how time passes between them. */
export interface IndexingControl {
  readonly start: (hear: (news: IndexingEvent) => void) => IndexingAttempt
  /** Waits so many milliseconds, or until it is stopped. */
  readonly pause: (ms: number, stopped: Promise<void>) => Promise<void>
}

const firstPause = 1000
const maxPause = 60_000

/** How long to wait after so many failures one after the other, in milliseconds. */
export const pauseAfter = (failures: number): number =>
  Math.min(maxPause, firstPause * 2 ** Math.min(failures - 1, 20))

/**
 * Indexes what is new as it comes, until it is stopped. Whatever goes wrong passes: a full disk gets room, a lock is
 * released, an archive is repaired. So it is tried again, after longer and longer pauses. Gives the way to end it.
 */
export function keepIndexing(
  {changed, failed}: IndexingListener,
  {start, pause}: IndexingControl,
): () => Promise<void> {
  let failures = 0
  let isOver = false
  let end = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    end = resolve
  })
  let attempt: IndexingAttempt | undefined
  const hear = ({kind}: IndexingEvent): void => {
    if (isOver) return
    if (kind === 'changed') changed()
    if (kind !== 'current') return
    if (failures > 0) failed(undefined)
    failures = 0
  }
  const run = async (): Promise<void> => {
    while (!isOver) {
      attempt = start(hear)
      const reason = await attempt.ended
      if (isOver) return
      failures += 1
      failed(reason)
      await pause(pauseAfter(failures), stopped)
    }
  }
  const done = run()
  return async () => {
    isOver = true
    end()
    await attempt?.stop()
    await done
  }
}

/** What is being written is finished first, unless that takes longer than this. */
const stopTimeoutMs = 10_000

/** Indexes on a thread of its own: a long session takes a while, and no page should wait for that. */
export const startIndexingThread =
  (task: IndexingTask): IndexingControl['start'] =>
  (hear) => {
    const worker = new Worker(new URL('./indexing-worker.js', import.meta.url), {workerData: task})
    let reason = 'the indexing thread has ended'
    worker.on('message', (news: unknown) => {
      if (!isIndexingEvent(news)) return
      if (news.kind === 'trouble') reason = news.reason
      hear(news)
    })
    worker.on('error', (error) => {
      reason = error instanceof Error ? error.message : String(error)
    })
    const ended = new Promise<string>((resolve) => worker.once('exit', () => resolve(reason)))
    return {
      ended,
      async stop() {
        worker.postMessage('stop')
        const timer = setTimeout(() => void worker.terminate(), stopTimeoutMs)
        await ended
        clearTimeout(timer)
      },
    }
  }

/** Time as it passes. */
export async function pauseFor(ms: number, stopped: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([passed, stopped])
  clearTimeout(timer)
}
