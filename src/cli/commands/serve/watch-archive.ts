import type {Archive} from '../../../archive/archive.ts'
import {ArchiveError} from '../../../archive/archive-error.ts'
import {openArchiveFolder} from '../../../archive/open-archive.ts'

/** An archive that others write to, as it is now. */
export interface WatchedArchive {
  current(): Archive
  close(): void
}

/** How often to look, in milliseconds. */
const checkIntervalMs = 1000

/** What is to be done when an archive changes. */
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
 * Watches an archive that other processes write to. If its files were replaced, as by a repair, or its log was deleted, it is
 * opened again, because who has the old files open sees nothing of the new ones.
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
      // It is tried again at the next look.
    } finally {
      resume()
    }
  }
  /**
   * A deleted log can still be read by who has it open, so that what is in it goes into the archive first. The old one is
   * closed before the new one is opened: both would share the memory that says what is in the log, but not the log.
   */
  const closeOld = async (): Promise<void> => {
    try {
      await archive?.checkpoint()
    } catch {
      // What cannot be saved is read from the sessions' own files again.
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

/** A number that changes whenever another connection has written; nothing if it cannot be asked at the moment. */
async function versionOf(archive: Archive): Promise<number | undefined> {
  try {
    return await archive.version()
  } catch {
    return undefined
  }
}
