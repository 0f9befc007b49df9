import {Worker} from 'node:worker_threads'
import type {Notice} from '../../../server/server-options.ts'
import type {IndexingEvent, IndexingTask} from './indexing-worker.ts'

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
  readonly start: (onEvent: (event: IndexingEvent) => void) => IndexingAttempt
  /** Waits so many milliseconds, or until it is stopped. */
  readonly pause: (ms: number, stopped: Promise<void>) => Promise<void>
}

const firstPause = 1000
const maxPause = 60_000

/** The pause after this many failures in a row, in milliseconds. */
export const pauseAfter = (failures: number): number =>
  Math.min(maxPause, firstPause * 2 ** Math.min(failures - 1, 20))

/**
 * Indexes new files until it is stopped. Most failures are temporary (a full disk, a lock, a damaged archive that is
 * repaired), so it retries with growing pauses. Returns a function that stops it.
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
  const onEvent = ({kind}: IndexingEvent): void => {
    if (isOver) return
    if (kind === 'changed') changed()
    if (kind !== 'current') return
    if (failures > 0) failed(undefined)
    failures = 0
  }
  const run = async (): Promise<void> => {
    while (!isOver) {
      attempt = start(onEvent)
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

/** A write in progress may finish within this time. */
const stopTimeoutMs = 10_000

/** Indexes on a separate thread, so that no page waits for a long session. */
export const startIndexingThread =
  (task: IndexingTask): IndexingControl['start'] =>
  (onEvent) => {
    const worker = new Worker(new URL('./indexing-worker.js', import.meta.url), {workerData: task})
    let reason = 'the indexing thread has ended'
    worker.on('message', (event: unknown) => {
      if (!isIndexingEvent(event)) return
      if (event.kind === 'trouble') reason = event.reason
      onEvent(event)
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

/** Waits for real time to pass. */
export async function pauseFor(ms: number, stopped: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([passed, stopped])
  clearTimeout(timer)
}

/** The notice that indexing fails, as long as it does. */
interface IndexingNotice extends Notice {
  /** Sets the reason, or `undefined` when indexing works again. Returns a message for the terminal if this is new. */
  set(reason: string | undefined): string | undefined
}

/** Creates the notice, which is empty at first. */
export function indexingNotice(): IndexingNotice {
  const listeners = new Set<() => void>()
  let sentence: string | undefined
  return {
    text: () => sentence,
    onChange(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    set(reason) {
      const next = reason === undefined ? undefined : sentenceOf(reason)
      // Another failure for the same reason is not reported again.
      if (next === sentence) return undefined
      sentence = next
      for (const changed of listeners) changed()
      return next ?? 'Indexing works again.'
    },
  }
}

const sentenceOf = (reason: string): string =>
  `Cannot index new sessions: ${reason.replace(/\.$/, '')}. The pages may be out of date. recount will retry.`

/** Only our own threads send these. */
const isIndexingEvent = (value: unknown): value is IndexingEvent =>
  typeof value === 'object' && value !== null && 'kind' in value
