import {statSync} from 'node:fs'
import {join} from 'node:path'

/** The archive's file in its folder. */
export const archiveFile = (folder: string): string => join(folder, 'archive.db')

/**
 * Which files the archive of a folder consists of now. Another text than before says that they were replaced or deleted, as
 * by a repair: open connections then use files that no other process sees.
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
