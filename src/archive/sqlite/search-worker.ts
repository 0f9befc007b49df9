import {parentPort, workerData} from 'node:worker_threads'
import {sendError} from './error-kind.ts'
import {openDatabase, truncateLog} from './open-database.ts'
import {repairBlocks} from './read-block.ts'
import {indexEntries} from './search-index.ts'
import {openShard} from './search-shards.ts'
import {isSearchWorkerTask} from './search-workers.ts'

const task: unknown = workerData
if (!isSearchWorkerTask(task)) throw new Error('This file indexes for another thread.')

/** Errors are sent: one that is thrown arrives without its codes. */
try {
  const archive = await openDatabase(task.archive)
  const shard = await openShard(task.path)
  indexEntries(archive, shard, task, (bytes) => parentPort?.postMessage(bytes))
  repairBlocks(archive)
  truncateLog(shard)
  shard.close()
  archive.close()
} catch (error) {
  parentPort?.postMessage(sendError(error))
}
