import type {Thread} from '../facts/gather-facts.ts'
import type {FoundFile} from './list-files.ts'

/** What the archive knows of a file: how far it was read, and how to recognise it. */
export interface Cursor {
  readonly id: number
  readonly path: string
  readonly kind: 'lines' | 'whole'
  readonly size: number
  readonly modified: number
  readonly device: string
  readonly inode: string
  /** After the last whole line that was read. */
  readonly offset: number
  readonly lines: number
  readonly head: string
  readonly tail: string
  /** How many bytes had been kept when all of them were last compared with the file. */
  readonly verified: number
  readonly vanished: number | undefined
  /** What its next lines may refer to. */
  readonly thread: Thread
}

/** What became of a file since it was last read. */
export type Verdict = 'same' | 'grown' | 'changed'

/** Tells by what the system says of a file, without opening it, whether it must be looked at. */
export function judgeFile(cursor: Cursor, found: FoundFile): Verdict | 'unclear' {
  const untouched =
    cursor.size === found.size && cursor.modified === found.modified && cursor.inode === found.inode
  if (untouched) return 'same'
  if (found.size < cursor.size) return 'changed'
  return 'unclear'
}
