import {parentPort, workerData} from 'node:worker_threads'
import {inheritPlugins} from '../../plugins/load-plugins.ts'
import {sendError} from '../sqlite/database/error-kind.ts'
import {openDatabase} from '../sqlite/database/open-database.ts'
import {chunkBytes, type FileChunk, type IngestTask} from './file-chunk.ts'
import type {IngestWorkerMessage} from './read-on-threads.ts'
import {isIngestWorkerTask, takenTasks, unwrittenBatches} from './read-on-threads.ts'
import {readTasks} from './read-tasks.ts'

const given: unknown = workerData
if (!parentPort || !isIngestWorkerTask(given)) throw new Error('This file reads for another thread.')
const port = parentPort
const {archive, tasks, shared} = given
const state = new Int32Array(shared)

/** Bytes that are posted together: small files are batched. */
const batchSize = 1024 * 1024
/** So many batches may wait to be written; a worker that reads faster waits. */
const maxUnwritten = 12

const post = (message: IngestWorkerMessage, bytes: ArrayBuffer[] = []): void =>
  port.postMessage(message, bytes)

function* nextTasks(): Generator<IngestTask> {
  for (;;) {
    const task = tasks[Atomics.add(state, takenTasks, 1)]
    if (!task) return
    yield task
  }
}

function send(chunks: readonly FileChunk[]): void {
  for (
    let count = Atomics.load(state, unwrittenBatches);
    count >= maxUnwritten;
    count = Atomics.load(state, unwrittenBatches)
  )
    Atomics.wait(state, unwrittenBatches, count)
  Atomics.add(state, unwrittenBatches, 1)
  post(
    {kind: 'read', chunks},
    chunks.flatMap(({blocks}) => blocks.map(({packed}) => packed.buffer)),
  )
}

try {
  await inheritPlugins()
  // Only what grew must be known from before.
  const database = tasks.some(({cursor}) => cursor)
    ? await openDatabase(archive, {readOnly: true})
    : undefined
  let chunks: FileChunk[] = []
  let size = 0
  for (const chunk of readTasks(database, nextTasks(), {
    skipped: (path, error) => post({kind: 'skipped', path, error: sendError(error)}),
  })) {
    chunks.push(chunk)
    size += chunkBytes(chunk)
    if (size < batchSize) continue
    send(chunks)
    chunks = []
    size = 0
  }
  if (chunks.length > 0) send(chunks)
  database?.close()
} catch (error) {
  post({kind: 'failed', error: sendError(error)})
}
