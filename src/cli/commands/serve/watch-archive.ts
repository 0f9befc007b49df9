import type {Archive} from '../../../archive/archive.ts'
import {ArchiveError} from '../../../archive/archive-error.ts'
import {openArchiveFolder} from '../../../archive/open-archive.ts'

/** An archive that other processes write to. */
export interface WatchedArchive {
  current(): Archive
  close(): void
}

/** How often to look, in milliseconds. */
const checkIntervalMs = 1000

/** Callbacks for changes of an archive. */
export interface ArchiveWatcher {
  now(): number
  /** Another connection has written to it, or it was opened again. */
  changed(): void
  /** Closes all other connections to it; it is about to be opened again. */
  release(): Promise<void>
  /** It was opened again. */
  resume(): void
}

/**
 * Watches an archive that other processes write to. If its files are replaced, as by a repair, or its log is deleted, it is
 * opened again, because open connections do not see the new files.
 */
export async function watchArchive(
  first: Archive,
  {now, changed, release, resume}: ArchiveWatcher,
): Promise<WatchedArchive> {
  const {folder} = first
  let archive: Archive | undefined = first
  let version = await versionOf(first)
  let isLooking = false
  let isOver = false
  const openAgain = async (): Promise<void> => {
    try {
      await release()
      await closeOld()
      const next = await openArchiveFolder(folder, now)
      if (isOver) return next.close()
      archive = next
      version = await versionOf(next)
      changed()
    } catch {
      // The next check tries again.
    } finally {
      resume()
    }
  }
  /**
   * This connection can still read a deleted log, so its content is written to the archive first. The old archive is closed
   * before the new one is opened: they would share the log's index in memory, but not the log.
   */
  const closeOld = async (): Promise<void> => {
    try {
      await archive?.checkpoint()
    } catch {
      // What is lost here is indexed again from the sessions' files.
    }
    archive?.close()
    archive = undefined
  }
  const look = async (): Promise<void> => {
    if (!archive || (await archive.isReplaced())) return openAgain()
    const newest = await versionOf(archive)
    if (newest === version || isOver) return
    version = newest
    changed()
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }, checkIntervalMs)
  return {
    current() {
      if (!archive) throw new ArchiveError(`Cannot read the archive in ${folder} at the moment. Try again.`)
      return archive
    },
    close() {
      isOver = true
      clearInterval(timer)
      archive?.close()
    },
  }
}

/** A number that changes when another connection writes; `undefined` if the archive cannot be read now. */
async function versionOf(archive: Archive): Promise<number | undefined> {
  try {
    return await archive.version()
  } catch {
    return undefined
  }
}
