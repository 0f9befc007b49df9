import {createHash} from 'node:crypto'
import {readSync} from 'node:fs'
import {withRegularFile} from '../../sources/index.ts'
import type {FileThread} from '../facts/gather-facts.ts'
import {resultCode} from '../sqlite/database/error-kind.ts'
import type {ReadPosition} from './file-chunk.ts'
import {type FoundFile, isWrittenAtOnce} from './list-files.ts'

/** What the archive knows of a file: how far it was read, and how to recognise it. */
export interface FileCursor extends Omit<FoundFile, 'root'>, ReadPosition {
  readonly id: number
  /** How many bytes had been kept when all of them were last compared with the file. */
  readonly verified: number
  readonly vanished: number | undefined
  /** What its next lines may refer to. */
  readonly thread: FileThread
}

/** What became of a file since it was last read. */
type Verdict = 'same' | 'grown' | 'changed'

/** Tells by what the system says of a file, without opening it, whether it must be looked at. */
export function judgeByStats(cursor: FileCursor, found: FoundFile): Verdict | 'unclear' {
  if (cursor.size === found.size && cursor.modified === found.modified && cursor.inode === found.inode)
    return 'same'
  return found.size < cursor.size ? 'changed' : 'unclear'
}

/** What a look at a file found. */
export interface FileComparison {
  readonly verdict: Verdict
  /** All that was kept of it was compared. */
  readonly isVerified: boolean
}

/** Files up to this size are compared completely whenever they grew. */
const alwaysCompared = 256 * 1024

/**
 * Opens a file and compares it with what was kept of it. One that only grew has the same beginning, and the same bytes
 * before the place where reading stopped. An edit in between shows only if everything is compared, which is done for
 * small files, for files that were written again, and each time a file has doubled its size: all in all, a file is read
 * about three times, however often it grows.
 */
export function compareFile(
  cursor: FileCursor,
  found: FoundFile,
  kept: () => Iterable<Uint8Array>,
): FileComparison {
  return withRegularFile(found.path, ({handle}) => {
    if (found.size < cursor.size) return changed
    if (found.size === cursor.size)
      return isSame(handle, kept) ? {verdict: 'same', isVerified: true} : changed
    if (cursor.kind === 'whole' || isWrittenAtOnce(found.path)) return changed
    const head = readAt(handle, 0, fingerprintSize(cursor.head))
    const tailSize = fingerprintSize(cursor.tail)
    const tail = readAt(handle, cursor.offset - tailSize, tailSize)
    if (headFingerprint(head) !== cursor.head || fingerprint(tail) !== cursor.tail) return changed
    const isDue =
      cursor.size <= alwaysCompared || cursor.size >= 2 * cursor.verified || cursor.inode !== found.inode
    if (!isDue) return {verdict: 'grown', isVerified: false}
    return isSame(handle, kept) ? {verdict: 'grown', isVerified: true} : changed
  })
}

const changed: FileComparison = {verdict: 'changed', isVerified: true}

/** Kept bytes that are damaged are worth less than those on disk. */
function isSame(handle: number, kept: () => Iterable<Uint8Array>): boolean {
  let offset = 0
  try {
    for (const bytes of kept()) {
      if (Buffer.compare(readAt(handle, offset, bytes.length), bytes) !== 0) return false
      offset += bytes.length
    }
    return true
  } catch (error) {
    if (error instanceof Error && ('syscall' in error || resultCode(error) !== undefined)) throw error
    return false
  }
}

function readAt(handle: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const read = length === 0 ? 0 : readSync(handle, bytes, 0, length, offset)
  return bytes.subarray(0, read)
}

const headBytes = 4096
const tailBytes = 1024

/** What the first bytes of a file look like; a longer file with the same beginning can be compared with it. */
export const headFingerprint = (bytes: Uint8Array): string => fingerprint(bytes.subarray(0, headBytes))

/** What the last bytes look like. */
export const tailFingerprint = (bytes: Uint8Array): string =>
  fingerprint(bytes.subarray(Math.max(0, bytes.length - tailBytes)))

/** How many bytes a fingerprint was taken of. */
const fingerprintSize = (print: string): number => Number(print.slice(0, print.indexOf(':')))

/** The fingerprint of bytes, with their number. */
const fingerprint = (bytes: Uint8Array): string =>
  `${bytes.length}:${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}`
