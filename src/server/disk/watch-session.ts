import type {FSWatcher} from 'node:fs'
import {watch} from 'node:fs'
import {basename, dirname} from 'node:path'

/** However well changes are told, files are looked at this often. */
const pollMs = 2000

/** Follows the files of a session until it is closed. */
export interface SessionWatch {
  /** Watches the folders of more files. */
  add(paths: readonly string[]): void
  close(): void
}

/**
 * Tells when something may have changed: in the folder of the session's file, where its name begins so, and in the
 * folders of its agents. Not every file system tells; so now and then it may be nothing, and then it was not told.
 */
export function watchSession(main: string, changed: (isTold: boolean) => void): SessionWatch {
  const watchers = new Map<string, FSWatcher>()
  const stem = basename(main).replace(/\.[^.]*$/, '')
  const home = dirname(main)
  const add = (folder: string): void => {
    if (watchers.has(folder)) return
    try {
      const watcher = watch(folder, {persistent: false}, (_event, name) => {
        if (folder !== home || name === null || name.startsWith(stem) || name.startsWith('agent-'))
          changed(true)
      })
      watcher.on('error', () => watcher.close())
      watchers.set(folder, watcher)
    } catch {
      // Then it is looked at now and then.
    }
  }
  add(home)
  const timer = setInterval(() => changed(false), pollMs)
  timer.unref()
  return {
    add(paths) {
      for (const path of paths) add(dirname(path))
    },
    close() {
      clearInterval(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}
