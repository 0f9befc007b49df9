import {Worker} from 'node:worker_threads'
import type {IngestWorkerTask} from './ingest-worker-task.ts'
import {isIngestWorkerNews} from './ingest-worker-task.ts'
import type {Kept, Task} from './keep-tasks.ts'

/** More young memory than usual: what is parsed is thrown away soon, and need not be copied before. */
const resourceLimits = {maxYoungGenerationSizeMb: 32}

/** Does tasks on several threads, which read at the same time and write by turns. The longest are begun first. */
export async function keepOnThreads(
  archive: string,
  tasks: readonly Task[],
  threads: number,
  watcher: {
    kept(step: Kept): Promise<void>
    skipped(path: string, error: unknown): void
  },
): Promise<void> {
  const workerData: IngestWorkerTask = {
    archive,
    tasks: [...tasks].sort((a, b) => leftOf(b) - leftOf(a)),
    shared: new SharedArrayBuffer(8),
  }
  const url = new URL('./ingest-worker.js', import.meta.url)
  const run = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(url, {workerData, resourceLimits})
      worker.on('message', (news: unknown) => {
        if (!isIngestWorkerNews(news)) return
        if (news.kind === 'kept') watcher.kept(news.kept).catch(reject)
        else if (news.kind === 'skipped') watcher.skipped(news.path, news.error)
        else reject(new Error(news.reason))
      })
      worker.on('error', reject)
      worker.on('exit', () => resolve())
    })
  const ended = await Promise.allSettled(Array.from({length: threads}, run))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

/** How many bytes a task has to read. */
export const leftOf = ({found, cursor}: Task): number => found.size - (cursor?.offset ?? 0)
