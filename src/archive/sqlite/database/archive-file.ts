import {statSync} from 'node:fs'
import {join} from 'node:path'

/** The archive's file in its folder. */
export const archiveFile = (folder: string): string => join(folder, 'archive.db')

/**
 * Which files the archive of a folder consists of now. Another text than before says that they were replaced or deleted, as
 * by a repair: who has them open reads and writes files that no one else sees.
 */
export const archiveIdentity = (folder: string): string =>
  ['', '-wal'].map((ending) => fileIdentity(archiveFile(folder) + ending)).join(' ')

/** Which file this is; another text than before says that it was replaced. */
export function fileIdentity(path: string): string {
  try {
    const {dev, ino} = statSync(path, {bigint: true})
    return `${dev}:${ino}`
  } catch {
    return 'missing'
  }
}
