import {parentPort, workerData} from 'node:worker_threads'
import {inheritPlugins} from '../../../plugins/load-plugins.ts'
import {sendError} from '../database/error-kind.ts'
import {openDatabase, truncateLog} from '../database/open-database.ts'
import {repairBlocks} from '../files/read-block.ts'
import {indexEntries} from './index-entries.ts'
import {isSearchWorkerTask} from './index-on-threads.ts'
import {openShard} from './shards.ts'

const task: unknown = workerData
if (!isSearchWorkerTask(task)) throw new Error('This file indexes for another thread.')

/** Errors are sent: one that is thrown arrives without its codes. */
try {
  await inheritPlugins()
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
