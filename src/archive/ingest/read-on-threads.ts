import {Worker} from 'node:worker_threads'
import type {IngestWatcher} from '../archive.ts'
import {receiveError, type SentError} from '../sqlite/database/error-kind.ts'
import {type FileChunk, type IngestTask, remainingBytes} from './file-chunk.ts'

/** What a worker is started with. All of them share the list of tasks and take the next one from it. */
interface IngestWorkerTask {
  readonly archive: string
  readonly tasks: readonly IngestTask[]
  /** How many tasks were taken, and how many batches are not written yet. */
  readonly shared: SharedArrayBuffer
}

/** The places in what is shared. */
export const takenTasks = 0
export const unwrittenBatches = 1

/** What a worker posts. */
export type IngestWorkerMessage =
  | {readonly kind: 'read'; readonly chunks: readonly FileChunk[]}
  | {readonly kind: 'skipped'; readonly path: string; readonly error: SentError}
  | {readonly kind: 'failed'; readonly error: SentError}

const has = (value: unknown, name: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && name in value

/** Checks a message of another thread. */
export const isIngestWorkerTask = (value: unknown): value is IngestWorkerTask =>
  has(value, 'archive') && has(value, 'tasks') && has(value, 'shared')

/** Checks what a worker posted. */
const isIngestWorkerMessage = (value: unknown): value is IngestWorkerMessage => has(value, 'kind')

/** More young memory than the default: what is parsed is thrown away soon, and need not be copied before. */
const resourceLimits = {maxYoungGenerationSizeMb: 32}

/** Where chunks go, and files that cannot be read. */
interface ReadingWatcher extends Pick<IngestWatcher, 'skipped'> {
  /** One at a time; meanwhile the others read on, but not far. */
  read(chunks: readonly FileChunk[]): Promise<void>
}

/**
 * Reads on several threads, the longest files first, and hands over what was read on this one: several writers would
 * wait for each other, and each would read from disk again what another has written.
 */
export async function readOnThreads(
  archive: string,
  tasks: readonly IngestTask[],
  threads: number,
  watcher: ReadingWatcher,
): Promise<void> {
  const shared = new SharedArrayBuffer(8)
  const state = new Int32Array(shared)
  const workerData: IngestWorkerTask = {
    archive,
    tasks: [...tasks].sort((a, b) => remainingBytes(b) - remainingBytes(a)),
    shared,
  }
  let before = Promise.resolve()
  const take = async (chunks: readonly FileChunk[]): Promise<void> => {
    await watcher.read(chunks)
    Atomics.sub(state, unwrittenBatches, 1)
    Atomics.notify(state, unwrittenBatches)
  }
  const workers = Array.from({length: threads}, () => {
    const url = new URL('./ingest-worker.js', import.meta.url)
    return new Worker(url, {workerData, resourceLimits})
  })
  const ends = workers.map(
    (worker) =>
      new Promise<void>((resolve, reject) => {
        worker.on('message', (message: unknown) => {
          if (!isIngestWorkerMessage(message)) return
          if (message.kind === 'skipped') watcher.skipped(message.path, receiveError(message.error))
          else if (message.kind === 'failed') reject(receiveError(message.error))
          else {
            before = before.then(() => take(message.chunks))
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
