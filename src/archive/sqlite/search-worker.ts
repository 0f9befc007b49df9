import {parentPort, workerData} from 'node:worker_threads'
import {openDatabase} from './open-database.ts'
import type {Share} from './search-index.ts'
import {indexBatch, pendingEntries} from './search-index.ts'
import {openShard} from './search-shards.ts'
import type {WorkerNews} from './search-worker-task.ts'
import {isWorkerTask} from './search-worker-task.ts'
import {truncateLog} from './truncate-log.ts'

/** While more is coming, fewer entries than this are not worth a transaction. */
const fewest = 20_000

const task: unknown = workerData
if (!parentPort || !isWorkerTask(task)) throw new Error('This file indexes for another thread.')
const port = parentPort
const share: Share = task
const archive = await openDatabase(task.archive)
const shard = await openShard(task.path)

const tell = (news: WorkerNews): void => port.postMessage(news)

/** Indexes what is there; `all` says that nothing more is coming. */
function index(all: boolean): void {
  while (all || pendingEntries(archive, shard) >= fewest) {
    const step = indexBatch(archive, shard, share)
    tell({kind: 'progress', entries: step.entries, characters: step.characters})
    if (step.done) break
  }
}

port.on('message', (message: unknown) => {
  try {
    index(message === 'finish')
  } catch (error) {
    tell({kind: 'failed', reason: error instanceof Error ? error.message : String(error)})
  }
  if (message !== 'finish') return
  truncateLog(shard)
  shard.close()
  archive.close()
  tell({kind: 'finished'})
  port.close()
})
