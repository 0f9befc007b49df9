import {Worker} from 'node:worker_threads'
import {isSentError, receiveError} from '../database/error-kind.ts'
import type {ShardShare} from './index-entries.ts'

/** What a worker is started with: the archive's path, and that of its part of the index. */
interface SearchWorkerTask extends ShardShare {
  readonly archive: string
  readonly path: string
}

const names = ['archive', 'path', 'shard', 'count'] as const

/** Checks a message of another thread. */
export const isSearchWorkerTask = (value: unknown): value is SearchWorkerTask =>
  typeof value === 'object' && value !== null && names.every((name) => name in value)

/** Updates all databases of the index, each on a separate thread; `read` is called with the bytes as they are read. */
export async function indexOnThreads(
  archive: string,
  paths: readonly string[],
  read: (bytes: number) => void,
): Promise<void> {
  const ended = await Promise.allSettled(
    paths.map((path, shard) => runWorker({archive, path, shard, count: paths.length}, read)),
  )
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

function runWorker(workerData: SearchWorkerTask, read: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./index-worker.js', import.meta.url), {workerData})
    worker.on('message', (news: unknown) => {
      if (typeof news === 'number') read(news)
      else if (isSentError(news)) reject(receiveError(news))
    })
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
}
