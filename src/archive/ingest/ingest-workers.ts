import {Worker} from 'node:worker_threads'
import {receiveError} from '../sqlite/error-kind.ts'
import type {IngestWorkerTask} from './ingest-worker-task.ts'
import {isIngestWorkerNews, unkept} from './ingest-worker-task.ts'
import type {Piece} from './piece.ts'
import type {Task} from './task.ts'
import {leftOf} from './task.ts'

/** More young memory than usual: what is parsed is thrown away soon, and need not be copied before. */
const resourceLimits = {maxYoungGenerationSizeMb: 32}

/** Who takes what was read. */
export interface ReadingWatcher {
  /** One at a time; meanwhile the others read on, but not far. */
  read(pieces: readonly Piece[]): Promise<void>
  skipped(path: string, error: unknown): void
}

/**
 * Reads on several threads, the longest files first, and hands over what was read on this one: several writers would
 * wait for each other, and each would read from disk again what another has written.
 */
export async function readOnThreads(
  archive: string,
  tasks: readonly Task[],
  threads: number,
  watcher: ReadingWatcher,
): Promise<void> {
  const shared = new SharedArrayBuffer(8)
  const state = new Int32Array(shared)
  const workerData: IngestWorkerTask = {
    archive,
    tasks: [...tasks].sort((a, b) => leftOf(b) - leftOf(a)),
    shared,
  }
  let before = Promise.resolve()
  const take = async (pieces: readonly Piece[]): Promise<void> => {
    await watcher.read(pieces)
    Atomics.sub(state, unkept, 1)
    Atomics.notify(state, unkept)
  }
  const workers = Array.from({length: threads}, () => {
    const url = new URL('./ingest-worker.js', import.meta.url)
    return new Worker(url, {workerData, resourceLimits})
  })
  const ends = workers.map(
    (worker) =>
      new Promise<void>((resolve, reject) => {
        worker.on('message', (news: unknown) => {
          if (!isIngestWorkerNews(news)) return
          if (news.kind === 'skipped') watcher.skipped(news.path, receiveError(news.error))
          else if (news.kind === 'failed') reject(receiveError(news.error))
          else {
            before = before.then(() => take(news.pieces))
            before.catch(reject)
          }
        })
        worker.on('error', reject)
        worker.on('exit', () => before.then(resolve, reject))
      }),
  )
  try {
    await Promise.all(ends)
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}
