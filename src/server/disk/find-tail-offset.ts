import {closeSync, readSync} from 'node:fs'
import {openRegularFile} from '../../sources/index.ts'

/** Where the last lines of a file begin: those that lie wholly in its last bytes. One that cannot be read has none. */
export function findTailOffset(path: string, bytes: number): number {
  let file: number | undefined
  try {
    const {handle, about} = openRegularFile(path)
    file = handle
    const {size} = about
    if (size <= bytes) return 0
    // In a record over several lines, a line may begin anywhere in it.
    if (isPretty(file)) return size
    const buffer = Buffer.alloc(bytes)
    const length = readSync(file, buffer, 0, bytes, size - bytes)
    const first = buffer.subarray(0, length).indexOf(10)
    // One line may be longer than all of it; then there is nothing to show before everything is read.
    return first === -1 ? size : size - bytes + first + 1
  } catch {
    return 0
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Whether a file begins like an array, or like an object over several lines. */
function isPretty(file: number): boolean {
  const head = Buffer.alloc(64)
  return /^(?:\ufeff)?\s*(?:\[|\{\s*\n)/.test(
    head.toString('utf8', 0, readSync(file, head, 0, head.length, 0)),
  )
}
