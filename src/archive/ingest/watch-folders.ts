import type {FSWatcher} from 'node:fs'
import {readdirSync, watch} from 'node:fs'
import {join} from 'node:path'

/** Follows changes below folders until it is closed. */
export interface FolderWatch {
  /** Looks for folders that are new. */
  extend(): void
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
  const extend = (): void => {
    for (const root of roots) for (const folder of foldersBelow(root)) add(folder, root)
  }
  extend()
  return {
    extend,
    close() {
      for (const folder of [...watched.keys()]) drop(folder)
    },
  }
}

function* foldersBelow(root: string): Generator<string> {
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    yield folder
    try {
      for (const entry of readdirSync(folder, {withFileTypes: true}))
        if (entry.isDirectory()) folders.push(join(folder, entry.name))
    } catch {
      // It is gone, or not ours to read; walking tells.
    }
  }
}
