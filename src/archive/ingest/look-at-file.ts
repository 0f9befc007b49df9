import {closeSync, openSync, readSync} from 'node:fs'
import {headOf, printOf, sizeOfPrint} from './fingerprint.ts'
import type {Cursor, Verdict} from './judge-file.ts'

/**
 * Opens a file that was touched and tells what became of it. One that only grew has the same beginning, and the same
 * bytes before the place where reading stopped; one of the same size is compared whole.
 */
export function lookAtFile(cursor: Cursor, size: number, kept: () => Iterable<Uint8Array>): Verdict {
  const handle = openSync(cursor.path, 'r')
  try {
    if (size === cursor.size) return isSame(handle, kept()) ? 'same' : 'changed'
    if (cursor.kind === 'whole') return 'changed'
    const head = readAt(handle, 0, sizeOfPrint(cursor.head))
    const tailSize = sizeOfPrint(cursor.tail)
    const tail = readAt(handle, cursor.offset - tailSize, tailSize)
    return headOf(head) === cursor.head && printOf(tail) === cursor.tail ? 'grown' : 'changed'
  } finally {
    closeSync(handle)
  }
}

function isSame(handle: number, kept: Iterable<Uint8Array>): boolean {
  let offset = 0
  for (const bytes of kept) {
    if (Buffer.compare(readAt(handle, offset, bytes.length), bytes) !== 0) return false
    offset += bytes.length
  }
  return true
}

function readAt(handle: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const read = length === 0 ? 0 : readSync(handle, bytes, 0, length, offset)
  return bytes.subarray(0, read)
}
