import {existsSync} from 'node:fs'
import {basename} from 'node:path'
import type {Cursor} from './judge-file.ts'
import type {FoundFile} from './list-files.ts'
import {sourceOf} from './source-of.ts'

/** Files that were not where they used to be. */
export interface MissingFiles {
  /** Takes the one that a file was before it was moved, or copied and the original removed. */
  take(found: FoundFile): Cursor | undefined
  /** Those that were not taken. */
  left(): readonly Cursor[]
}

/**
 * Makes missing files ready to be recognised in other places, however many there are. What the system says of a file only
 * suggests which one it was, because it gives the number of a deleted file to the next one that is made: `hasContent`
 * decides, by the bytes that were kept.
 */
export function missingFiles(
  unseen: Iterable<Cursor>,
  hasContent: (found: FoundFile, cursor: Cursor) => boolean,
): MissingFiles {
  const left = new Set(unseen)
  const byHint = new Map<string, Cursor[]>()
  for (const cursor of left) {
    for (const hint of hintsOf(cursor)) {
      const alike = byHint.get(hint)
      if (alike) alike.push(cursor)
      else byHint.set(hint, [cursor])
    }
  }
  return {
    take(found) {
      for (const hint of hintsOf(found)) {
        const before = byHint
          .get(hint)
          ?.find(
            (cursor) =>
              left.has(cursor) &&
              cursor.size > 0 &&
              isNamedAlike(cursor, found) &&
              !existsSync(cursor.path) &&
              hasContent(found, cursor),
          )
        if (!before) continue
        left.delete(before)
        return before
      }
      return undefined
    },
    left: () => [...left],
  }
}

/** What suggests that two files are one: the system's number, or size and time. */
const hintsOf = ({kind, device, inode, size, modified}: Cursor | FoundFile): readonly string[] => [
  `${kind} ${device} ${inode}`,
  `${kind} ${size} ${modified} of any number`,
]

/** A transcript is of the session and the agent in its name; what belongs to one keeps its own name as well. */
function isNamedAlike(cursor: Cursor, found: FoundFile): boolean {
  const [before, now] = [sourceOf(cursor), sourceOf(found)]
  return (
    before.session === now.session &&
    before.agent?.id === now.agent?.id &&
    (found.kind === 'lines' || basename(cursor.path) === basename(found.path))
  )
}
