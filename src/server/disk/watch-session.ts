import type {FSWatcher} from 'node:fs'
import {watch} from 'node:fs'
import {basename, dirname} from 'node:path'

/** Files are checked this often even if the file system reports no change. */
const pollMs = 2000

/** Watches the files of a session until it is closed. */
export interface SessionWatch {
  /** Watches the folders of more files. */
  add(paths: readonly string[]): void
  close(): void
}

/**
 * Reports possible changes: of files in the main file's folder that start with its name, and of files in the folders of
 * its agents. Not every file system reports changes, so `onChange` is also called regularly, with false.
 */
export function watchSession(main: string, onChange: (isReported: boolean) => void): SessionWatch {
  const watchers = new Map<string, FSWatcher>()
  const stem = basename(main).replace(/\.[^.]*$/, '')
  const home = dirname(main)
  const add = (folder: string): void => {
    if (watchers.has(folder)) return
    try {
      const watcher = watch(folder, {persistent: false}, (_event, name) => {
        if (folder !== home || name === null || name.startsWith(stem) || name.startsWith('agent-'))
          onChange(true)
      })
      watcher.on('error', () => watcher.close())
      watchers.set(folder, watcher)
    } catch {
      // Then it is only polled.
    }
  }
  add(home)
  const timer = setInterval(() => onChange(false), pollMs)
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
