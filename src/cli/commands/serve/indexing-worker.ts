import {existsSync} from 'node:fs'
import {setImmediate} from 'node:timers/promises'
import {parentPort, workerData} from 'node:worker_threads'
import type {Archive} from '../../../archive/archive.ts'
import {openArchiveFolder} from '../../../archive/open-archive.ts'
import {repairAfterError} from '../../../archive/work-in-archive.ts'
import {inheritPlugins} from '../../../plugins/load-plugins.ts'

/** The data that the indexing thread is started with. */
export interface IndexingTask {
  /** The archive's folder. */
  readonly archive: string
  /** The folders to index, in addition to those that the archive knows. */
  readonly folders: readonly string[]
}

/** The messages of the indexing thread. */
export type IndexingEvent =
  /** Something was indexed. */
  | {readonly kind: 'changed'}
  /** Everything is indexed and searchable; earlier problems are over. */
  | {readonly kind: 'current'}
  /** It failed, and ends. */
  | {readonly kind: 'trouble'; readonly reason: string}

/** How often to look for new folders, in milliseconds. */
const checkIntervalMs = 2000

const post = (event: IndexingEvent): void => parentPort?.postMessage(event)

/** The thread must end. It ends by itself, because `terminate` could crash the SQLite library. */
class Stopped extends Error {}

let isOver = false
const stopped = new Promise<void>((resolve) => {
  // The only message is the request to stop.
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

/** Indexes new files until the thread is stopped. */
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
      await archive.follow(roots, watcher, other.reached, searchable)
    } finally {
      other.forget()
    }
  }
}

const rootsOf = async (archive: Archive, folders: readonly string[]): Promise<readonly string[]> =>
  [...new Set([...folders, ...(await archive.roots())])].filter((root) => existsSync(root))

/** Resolves when a condition holds or the thread must end. A check that fails is tried again. */
function waitUntil(condition: () => Promise<boolean>): {readonly reached: Promise<void>; forget(): void} {
  let timer: NodeJS.Timeout | undefined
  const reached = new Promise<void>((resolve) => {
    void stopped.then(resolve)
    timer = setInterval(() => {
      // Indexing itself reports what is wrong.
      condition().then(
        (holds) => holds && resolve(),
        () => {},
      )
    }, checkIntervalMs)
  })
  return {reached, forget: () => clearInterval(timer)}
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

const isIndexingTask = (value: unknown): value is IndexingTask =>
  typeof value === 'object' && value !== null && 'archive' in value && 'folders' in value

if (isIndexingTask(workerData)) void run(workerData).finally(() => parentPort?.close())
