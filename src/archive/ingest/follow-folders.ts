import {type FSWatcher, lstatSync, readdirSync, type Stats, watch} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as pause} from 'node:timers/promises'
import {newWakeSignal} from '../../sources/index.ts'
import type {IngestReport, IngestWatcher} from '../archive.ts'
import type {Database} from '../sqlite/database/driver.ts'
import {ingest, ingestFiles} from './ingest.ts'
import {type FoundFile, findFile} from './list-files.ts'

/** Changes within this many milliseconds are archived together. */
const batchDelayMs = 40

/** How often all folders are listed, even if the system reports changes. */
const listIntervalMs = 60_000

/** How often all folders are listed if the system does not report all changes. */
const blindListIntervalMs = 5000

/** Archives what is new in folders as it is written, until `stopped` resolves. */
export async function followFolders(
  database: Database,
  roots: readonly string[],
  watcher: IngestWatcher,
  stopped: Promise<void>,
  onReport: (report: IngestReport) => Promise<void>,
): Promise<void> {
  const dirty = new Map<string, string>()
  const signal = newWakeSignal()
  let blind = false
  let over = false
  void stopped.then(() => {
    over = true
    signal.wake()
  })
  const watch = watchFolders(
    roots,
    (path, root) => {
      dirty.set(path, root)
      signal.wake()
    },
    () => {
      blind = true
    },
  )
  const reportNews = async (report: IngestReport): Promise<void> => {
    if (report.filesOpened > 0 || report.bytesParsed > 0) await onReport(report)
  }
  try {
    // A watch does not report what was written before it was set.
    let walked = watcher.now()
    await reportNews(await ingest(database, roots, watcher))
    while (!over) {
      if (dirty.size === 0) await signal.wait(blind ? blindListIntervalMs : listIntervalMs)
      if (over) return
      await pause(batchDelayMs)
      const paths = [...dirty]
      dirty.clear()
      const changes = paths.map(([path, root]) => ({path, root, about: lookAt(path)}))
      for (const {path, root, about} of changes) if (about?.isDirectory()) watch.enter(path, root)
      // A missing file may have been renamed, which only a listing shows.
      const due =
        watcher.now() - walked >= (blind ? blindListIntervalMs : listIntervalMs) ||
        changes.some(({about}) => !about)
      // The signal also wakes for what was handled before it was waited for.
      if (!due && paths.length === 0) continue
      if (due) walked = watcher.now()
      const report = due
        ? await ingest(database, roots, watcher)
        : await ingestFiles(database, found(paths), watcher)
      await reportNews(report)
    }
  } finally {
    watch.close()
  }
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, {throwIfNoEntry: false})
  } catch {
    return undefined
  }
}

const found = (paths: readonly (readonly [string, string])[]): readonly FoundFile[] =>
  paths.flatMap(([path, root]) => findFile(path, root) ?? [])

/**
 * Reports which paths changed below some folders until it is closed. Each folder has a separate watcher, which costs nothing while nothing
 * happens. If the system has no more watches, `limited` is called, and folders must be listed now and then.
 */
function watchFolders(
  roots: readonly string[],
  changed: (path: string, root: string) => void,
  limited: (error: unknown) => void,
) {
  const watched = new Map<string, FSWatcher>()
  const add = (folder: string, root: string): void => {
    if (watched.has(folder)) return
    try {
      const watcher = watch(folder, (_event, name) => {
        if (name !== null) changed(join(folder, name), root)
      })
      watcher.on('error', () => drop(folder))
      watched.set(folder, watcher)
    } catch (error) {
      limited(error)
    }
  }
  const drop = (folder: string): void => {
    watched.get(folder)?.close()
    watched.delete(folder)
  }
  for (const root of roots) for (const {folder} of foldersBelow(root)) add(folder, root)
  return {
    /** Watches a folder that is new or was replaced; the files in it are reported as changes. */
    enter(path: string, root: string): void {
      for (const {folder, files} of foldersBelow(path)) {
        drop(folder)
        add(folder, root)
        for (const name of files) changed(join(folder, name), root)
      }
    },
    close(): void {
      for (const folder of [...watched.keys()]) drop(folder)
    },
  }
}

function* foldersBelow(
  root: string,
): Generator<{readonly folder: string; readonly files: readonly string[]}> {
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const files: string[] = []
    try {
      for (const entry of readdirSync(folder, {withFileTypes: true}))
        if (entry.isDirectory()) folders.push(join(folder, entry.name))
        else files.push(entry.name)
    } catch {
      // It was deleted or cannot be read; the next listing reports it.
    }
    yield {folder, files}
  }
}
