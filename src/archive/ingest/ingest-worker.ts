import {parentPort, workerData} from 'node:worker_threads'
import {openDatabase} from '../sqlite/open-database.ts'
import type {IngestWorkerNews} from './ingest-worker-task.ts'
import {isIngestWorkerTask} from './ingest-worker-task.ts'
import type {Task} from './keep-tasks.ts'
import {keepTasks} from './keep-tasks.ts'

const given: unknown = workerData
if (!parentPort || !isIngestWorkerTask(given)) throw new Error('This file reads for another thread.')
const port = parentPort
const {archive, tasks, shared} = given
const state = new Int32Array(shared)
const taken = 0
const writing = 1
/** Whoever holds the turn for so long has died; SQLite's own lock is the one that counts. */
const longest = 10_000

const tell = (news: IngestWorkerNews): void => port.postMessage(news)

function* nextTasks(): Generator<Task> {
  for (;;) {
    const task = tasks[Atomics.add(state, taken, 1)]
    if (!task) return
    yield task
  }
}

/** SQLite's waiting sleeps up to a tenth of a second; this wakes at once. */
function inTurn(work: () => void): void {
  while (Atomics.compareExchange(state, writing, 0, 1) !== 0) {
    if (Atomics.wait(state, writing, 1, longest) === 'timed-out') break
  }
  try {
    work()
  } finally {
    Atomics.store(state, writing, 0)
    Atomics.notify(state, writing, 1)
  }
}

try {
  const database = await openDatabase(archive)
  // A checkpoint waits for the disk while others wait for their turn: few are enough.
  database.exec('pragma wal_autocheckpoint = 16384')
  await keepTasks(database, nextTasks(), {
    now: Date.now,
    kept: async (kept) => tell({kind: 'kept', kept}),
    skipped: (path, error) => tell({kind: 'skipped', path, error}),
    inTurn,
    refreshes: true,
  })
  database.close()
} catch (error) {
  tell({kind: 'failed', reason: error instanceof Error ? error.message : String(error)})
}
