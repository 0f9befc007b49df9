import {existsSync} from 'node:fs'
import {setImmediate} from 'node:timers/promises'
import {parentPort, workerData} from 'node:worker_threads'
import type {Archive} from '../../archive/archive.ts'
import {openArchive} from '../../archive/open-archive.ts'
import type {KeepUpNews, KeepUpTask} from './keep-up-messages.ts'
import {isKeepUpTask} from './keep-up-messages.ts'

/** Folders that are made later are looked for this often. */
const looking = 5000

const tell = (news: KeepUpNews): void => parentPort?.postMessage(news)

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

/** Takes in what is new, and goes on doing so until the thread is ended. */
async function keepUp({archive: folder, folders}: KeepUpTask): Promise<void> {
  const archive = await openArchive(folder, watcher.now)
  try {
    if (!archive.readOnly) await takeInAll(archive, folders)
  } finally {
    archive.close()
  }
}

async function takeInAll(archive: Archive, folders: readonly string[]): Promise<void> {
  while (!isOver) {
    const roots = rootsOf(archive, folders)
    await archive.takeIn(roots, watcher)
    tell({kind: 'changed'})
    await archive.makeSearchable()
    if (isOver) return
    const {come, forget} = otherRoots(archive, folders, roots.length)
    await archive.follow(roots, watcher, come, async () => {
      tell({kind: 'changed'})
      await archive.makeSearchable()
    })
    forget()
  }
}

const rootsOf = (archive: Archive, folders: readonly string[]): readonly string[] =>
  [...new Set([...folders, ...archive.roots()])].filter((root) => existsSync(root))

/** Resolves when there are more folders than there were, as after Claude Code was run for the first time. */
function otherRoots(
  archive: Archive,
  folders: readonly string[],
  count: number,
): {readonly come: Promise<void>; forget(): void} {
  let timer: NodeJS.Timeout | undefined
  const come = new Promise<void>((resolve) => {
    void stopped.then(resolve)
    timer = setInterval(() => {
      if (rootsOf(archive, folders).length !== count) resolve()
    }, looking)
  })
  return {come, forget: () => clearInterval(timer)}
}

if (isKeepUpTask(workerData))
  keepUp(workerData)
    .catch((error: unknown) => {
      if (error instanceof Stopped || isOver) return
      tell({kind: 'trouble', reason: error instanceof Error ? error.message : String(error)})
    })
    .finally(() => parentPort?.close())
