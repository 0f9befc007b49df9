import {Worker} from 'node:worker_threads'
import type {WorkerTask} from './search-worker-task.ts'
import {isWorkerNews} from './search-worker-task.ts'

/** Workers that index while others ingest, one for each database of the index. */
export interface SearchWorkers {
  /** More was kept; they index it when it is worth their while. */
  nudge(): void
  /** Nothing more is coming: they index the rest and end. */
  finish(): Promise<void>
}

/** Starts the workers; `advance` is told how many entries and characters were indexed. */
export function startSearchWorkers(
  archive: string,
  paths: readonly string[],
  advance: (entries: number, characters: number) => void,
): SearchWorkers {
  const workers = paths.map((path, shard) =>
    startWorker({archive, path, shard, count: paths.length}, advance),
  )
  return {
    nudge() {
      for (const {worker} of workers) worker.postMessage('nudge')
    },
    async finish() {
      for (const {worker} of workers) worker.postMessage('finish')
      await Promise.all(workers.map(({ended}) => ended))
    },
  }
}

function startWorker(
  task: WorkerTask,
  advance: (entries: number, characters: number) => void,
): {readonly worker: Worker; readonly ended: Promise<void>} {
  const worker = new Worker(new URL('./search-worker.js', import.meta.url), {workerData: task})
  const ended = new Promise<void>((resolve, reject) => {
    worker.on('message', (news: unknown) => {
      if (!isWorkerNews(news)) return
      if (news.kind === 'progress') advance(news.entries, news.characters)
      if (news.kind === 'failed') reject(new Error(news.reason))
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
  // Whoever finishes hears of it; until then it is not nobody's.
  ended.catch(() => {})
  return {worker, ended}
}
