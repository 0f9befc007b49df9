import {existsSync} from 'node:fs'
import {setImmediate} from 'node:timers/promises'
import {parentPort, workerData} from 'node:worker_threads'
import type {Archive} from '../../../archive/archive.ts'
import {openArchiveFolder} from '../../../archive/open-archive.ts'
import {repairAfterError} from '../../../archive/work-in-archive.ts'
import {inheritPlugins} from '../../../plugins/load-plugins.ts'
import type {IndexingEvent, IndexingTask} from './indexing-messages.ts'
import {isIndexingTask} from './indexing-messages.ts'

/** Folders that are made later are looked for this often, in milliseconds. */
const checkIntervalMs = 2000

const post = (news: IndexingEvent): void => parentPort?.postMessage(news)

/** The thread is to end. It ends by itself: one that is ended from outside may take the database's library with it. */
class Stopped extends Error {}

let isOver = false
const stopped = new Promise<void>((resolve) => {
  // Whatever is said to it means this.
  parentPort?.once('message', () => {
    isOver = true
    resolve()
  })
})

const watcher = {
  now: () => Date.now(),
  async advance(): Promise<void> {
    await setImmediate()
    if (isOver) throw new Stopped()
  },
  skipped: () => {},
}

/** Indexes what is new, and continues to do so until the thread is ended. */
async function indexUntilStopped({archive: folder, folders}: IndexingTask): Promise<void> {
  await inheritPlugins()
  const archive = await openArchiveFolder(folder, watcher.now)
  try {
    if (archive.readOnly) throw new Error(`${folder} can only be read`)
    await indexAll(archive, folders)
  } finally {
    archive.close()
  }
}

async function indexAll(archive: Archive, folders: readonly string[]): Promise<void> {
  const searchable = async (): Promise<void> => {
    post({kind: 'changed'})
    await archive.index()
    post({kind: 'current'})
  }
  while (!isOver) {
    const roots = await rootsOf(archive, folders)
    await archive.ingest(roots, watcher)
    await searchable()
    if (isOver) return
    const hasOtherRoots = async (): Promise<boolean> =>
      (await rootsOf(archive, folders)).length !== roots.length
    const other = waitUntil(hasOtherRoots)
    try {
      await archive.follow(roots, watcher, other.so, searchable)
    } finally {
      other.forget()
    }
  }
}

const rootsOf = async (archive: Archive, folders: readonly string[]): Promise<readonly string[]> =>
  [...new Set([...folders, ...(await archive.roots())])].filter((root) => existsSync(root))

/** Resolves when something is so, or the thread is to end. Fails never: what cannot be looked at is looked at again. */
function waitUntil(isSo: () => Promise<boolean>): {readonly so: Promise<void>; forget(): void} {
  let timer: NodeJS.Timeout | undefined
  const so = new Promise<void>((resolve) => {
    void stopped.then(resolve)
    timer = setInterval(() => {
      // Indexing itself reports what is wrong.
      isSo().then(
        (so) => so && resolve(),
        () => {},
      )
    }, checkIntervalMs)
  })
  return {so, forget: () => clearInterval(timer)}
}

async function run(task: IndexingTask): Promise<void> {
  try {
    await indexUntilStopped(task)
  } catch (error) {
    if (error instanceof Stopped || isOver) return
    await repairAfterError(error, task.archive, watcher.now()).catch(() => {})
    post({kind: 'trouble', reason: error instanceof Error ? error.message : String(error)})
  }
}

if (isIndexingTask(workerData)) void run(workerData).finally(() => parentPort?.close())
