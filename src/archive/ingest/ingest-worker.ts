import {parentPort, workerData} from 'node:worker_threads'
import {sendError} from '../sqlite/database/error-kind.ts'
import {openDatabase} from '../sqlite/database/open-database.ts'
import type {FileChunk, IngestTask} from './file-chunk.ts'
import {chunkBytes} from './file-chunk.ts'
import type {IngestWorkerMessage} from './read-on-threads.ts'
import {isIngestWorkerTask, takenTasks, unwrittenBatches} from './read-on-threads.ts'
import {readTasks} from './read-tasks.ts'

const given: unknown = workerData
if (!parentPort || !isIngestWorkerTask(given)) throw new Error('This file reads for another thread.')
const port = parentPort
const {archive, tasks, shared} = given
const state = new Int32Array(shared)

/** Told in one go: small files together. */
const batchSize = 1024 * 1024
/** So many batches may wait to be kept; whoever reads faster than that waits as well. */
const mostUnkept = 12

const tell = (news: IngestWorkerMessage, bytes: ArrayBuffer[] = []): void => port.postMessage(news, bytes)

function* nextTasks(): Generator<IngestTask> {
  for (;;) {
    const task = tasks[Atomics.add(state, takenTasks, 1)]
    if (!task) return
    yield task
  }
}

function send(pieces: readonly FileChunk[]): void {
  for (
    let count = Atomics.load(state, unwrittenBatches);
    count >= mostUnkept;
    count = Atomics.load(state, unwrittenBatches)
  )
    Atomics.wait(state, unwrittenBatches, count)
  Atomics.add(state, unwrittenBatches, 1)
  tell(
    {kind: 'read', pieces},
    pieces.flatMap(({blocks}) => blocks.map(({packed}) => packed.buffer)),
  )
}

try {
  // Only what grew must be known from before.
  const database = tasks.some(({cursor}) => cursor)
    ? await openDatabase(archive, {readOnly: true})
    : undefined
  let pieces: FileChunk[] = []
  let size = 0
  for (const piece of readTasks(database, nextTasks(), {
    skipped: (path, error) => tell({kind: 'skipped', path, error: sendError(error)}),
  })) {
    pieces.push(piece)
    size += chunkBytes(piece)
    if (size < batchSize) continue
    send(pieces)
    pieces = []
    size = 0
  }
  if (pieces.length > 0) send(pieces)
  database?.close()
} catch (error) {
  tell({kind: 'failed', error: sendError(error)})
}
