import {closeSync, readSync} from 'node:fs'
import {openRegularFile} from '../../sources/index.ts'
import {resultCode} from '../sqlite/error-kind.ts'
import {headOf, printOf, sizeOfPrint} from './fingerprint.ts'
import type {Cursor, Verdict} from './judge-file.ts'
import type {FoundFile} from './list-files.ts'
import {isWrittenAtOnce} from './list-files.ts'

/** What a look at a file found. */
export interface Look {
  readonly verdict: Verdict
  /** All that was kept of it was compared. */
  readonly isVerified: boolean
}

/** Files up to this size are compared as a whole whenever they grew. */
const alwaysCompared = 256 * 1024

/**
 * Opens a file and compares it with what was kept of it. One that only grew has the same beginning, and the same bytes
 * before the place where reading stopped. An edit in between shows only if everything is compared, which is done for
 * small files, for files that were written again, and each time a file has doubled its size: all in all, a file is read
 * about three times, however often it grows.
 */
export function lookAtFile(cursor: Cursor, found: FoundFile, kept: () => Iterable<Uint8Array>): Look {
  const {handle} = openRegularFile(found.path)
  try {
    if (found.size < cursor.size) return changed
    if (found.size === cursor.size)
      return isSame(handle, kept) ? {verdict: 'same', isVerified: true} : changed
    if (cursor.kind === 'whole' || isWrittenAtOnce(found.path)) return changed
    const head = readAt(handle, 0, sizeOfPrint(cursor.head))
    const tailSize = sizeOfPrint(cursor.tail)
    const tail = readAt(handle, cursor.offset - tailSize, tailSize)
    if (headOf(head) !== cursor.head || printOf(tail) !== cursor.tail) return changed
    const isDue =
      cursor.size <= alwaysCompared || cursor.size >= 2 * cursor.verified || cursor.inode !== found.inode
    if (!isDue) return {verdict: 'grown', isVerified: false}
    return isSame(handle, kept) ? {verdict: 'grown', isVerified: true} : changed
  } finally {
    closeSync(handle)
  }
}

const changed: Look = {verdict: 'changed', isVerified: true}

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
