import {existsSync} from 'node:fs'
import type {Cursor} from './judge-file.ts'
import type {FoundFile} from './list-files.ts'

/** Files that were not where they used to be. */
export interface MissingFiles {
  /** Takes the one that a file was before it was renamed, or copied and the original removed. */
  take(found: FoundFile): Cursor | undefined
  /** Those that nobody took. */
  left(): readonly Cursor[]
}

/** Makes missing files ready to be recognised in other places, however many there are. */
export function missingFiles(unseen: Iterable<Cursor>): MissingFiles {
  const left = new Set(unseen)
  const byLooks = new Map<string, Cursor[]>()
  for (const cursor of left) {
    for (const look of looksOf(cursor)) {
      const alike = byLooks.get(look)
      if (alike) alike.push(cursor)
      else byLooks.set(look, [cursor])
    }
  }
  return {
    take(found) {
      for (const look of looksOf(found)) {
        const before = byLooks.get(look)?.find((cursor) => left.has(cursor) && !existsSync(cursor.path))
        if (!before) continue
        left.delete(before)
        return before
      }
      return undefined
    },
    left: () => [...left],
  }
}

/** By what a file is recognised: the system's own number, or size and time. */
const looksOf = ({kind, device, inode, size, modified}: Cursor | FoundFile): readonly string[] => [
  `${kind} ${device} ${inode}`,
  `${kind} ${size} ${modified} of any number`,
]
