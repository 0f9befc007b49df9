import type {FSWatcher} from 'node:fs'
import {readdirSync, watch} from 'node:fs'
import {join} from 'node:path'

/** Follows changes below folders until it is closed. */
export interface FolderWatch {
  /** Watches a folder that is new, or anew; what lies in it already is told as a change. */
  enter(folder: string, root: string): void
  close(): void
}

/**
 * Tells which paths changed below some folders. Each folder is watched by itself, which costs nothing while nothing
 * happens; where the system has no more watches, `limited` hears of it, and walking now and then must do.
 */
export function watchFolders(
  roots: readonly string[],
  changed: (path: string, root: string) => void,
  limited: (error: unknown) => void,
): FolderWatch {
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
    enter(path, root) {
      for (const {folder, files} of foldersBelow(path)) {
        drop(folder)
        add(folder, root)
        for (const name of files) changed(join(folder, name), root)
      }
    },
    close() {
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
      // It is gone, or not ours to read; walking tells.
    }
    yield {folder, files}
  }
}
