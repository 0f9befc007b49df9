import {Worker} from 'node:worker_threads'
import type {KeepUpNews, KeepUpTask} from './keep-up-messages.ts'
import {isKeepUpNews} from './keep-up-messages.ts'

/** Who hears of what is indexed. */
export interface KeepUpListener {
  /** Something new was indexed. */
  changed(): void
  /** Indexing fails for this reason and is tried again; undefined when it works again. */
  trouble(reason: string | undefined): void
}

/** One attempt to index, which lasts until something goes wrong or it is stopped. */
export interface Attempt {
  /** Resolves when it is over, with what went wrong. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/** How attempts are started, and how time passes between them. */
export interface KeepUpMeans {
  readonly start: (hear: (news: KeepUpNews) => void) => Attempt
  /** Waits so many milliseconds, or until it is stopped. */
  readonly pause: (ms: number, stopped: Promise<void>) => Promise<void>
}

const firstPause = 1000
const longestPause = 60_000

/** How long to wait after so many failures one after the other, in milliseconds. */
export const pauseAfter = (failures: number): number =>
  Math.min(longestPause, firstPause * 2 ** Math.min(failures - 1, 20))

/**
 * Indexes what is new as it comes, until it is stopped. Whatever goes wrong passes: a full disk gets room, a lock is
 * released, an archive is repaired. So it is tried again, after longer and longer pauses. Gives the way to end it.
 */
export function keepUp({changed, trouble}: KeepUpListener, {start, pause}: KeepUpMeans): () => Promise<void> {
  let failures = 0
  let isOver = false
  let end = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    end = resolve
  })
  let attempt: Attempt | undefined
  const hear = ({kind}: KeepUpNews): void => {
    if (isOver) return
    if (kind === 'changed') changed()
    if (kind !== 'current') return
    if (failures > 0) trouble(undefined)
    failures = 0
  }
  const run = async (): Promise<void> => {
    while (!isOver) {
      attempt = start(hear)
      const reason = await attempt.ended
      if (isOver) return
      failures += 1
      trouble(reason)
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
const patience = 10_000

/** Indexes on a thread of its own: a long session takes a while, and no page should wait for that. */
export const onThread =
  (task: KeepUpTask): KeepUpMeans['start'] =>
  (hear) => {
    const worker = new Worker(new URL('./keep-up-worker.js', import.meta.url), {workerData: task})
    let reason = 'the thread that indexes has ended'
    worker.on('message', (news: unknown) => {
      if (!isKeepUpNews(news)) return
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
        const timer = setTimeout(() => void worker.terminate(), patience)
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
