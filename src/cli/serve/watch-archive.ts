import type {Archive} from '../../archive/archive.ts'
import {ArchiveError} from '../../archive/archive-error.ts'
import {openArchive} from '../../archive/open-archive.ts'
import {archiveIdentity} from '../../archive/sqlite/archive-file.ts'

/** An archive that others write to, as it is now. */
export interface WatchedArchive {
  current(): Archive
  close(): void
}

/** How often to look, in milliseconds. */
const lookingEvery = 1000

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
export function watchArchive(
  first: Archive,
  {now, changed, release, resume}: ArchiveWatcher,
): WatchedArchive {
  const {folder} = first
  let archive: Archive | undefined = first
  let identity = archiveIdentity(folder)
  let version = versionOf(first)
  let isOpening = false
  let isOver = false
  const openAgain = async (): Promise<void> => {
    isOpening = true
    try {
      await release()
      closeOld()
      const next = await openArchive(folder, now)
      if (isOver) return next.close()
      archive = next
      identity = archiveIdentity(folder)
      version = versionOf(next)
      changed()
    } catch {
      // It is tried again at the next look.
    } finally {
      isOpening = false
      resume()
    }
  }
  /**
   * A deleted log can still be read by who has it open, so that what is in it goes into the archive first. The old one is
   * closed before the new one is opened: both would share the memory that says what is in the log, but not the log.
   */
  const closeOld = (): void => {
    try {
      archive?.checkpoint()
    } catch {
      // What cannot be saved is read from the sessions' own files again.
    }
    archive?.close()
    archive = undefined
  }
  const look = (): void => {
    if (isOpening) return
    if (!archive || archiveIdentity(folder) !== identity) return void openAgain()
    const newest = versionOf(archive)
    if (newest === version) return
    version = newest
    changed()
  }
  const timer = setInterval(look, lookingEvery)
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
function versionOf(archive: Archive): number | undefined {
  try {
    return archive.version()
  } catch {
    return undefined
  }
}
