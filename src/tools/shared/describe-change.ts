import type {Hunk, Node} from '../../page/index.ts'
import {note} from '../../page/index.ts'

/** A change to a file, and whether the person edited it before allowing it; no diff where nothing changed. */
export const describeChange = (
  path: string | undefined,
  hunks: readonly Hunk[],
  userModified?: unknown,
): readonly Node[] => [
  ...(hunks.length === 0 ? [] : [{kind: 'diff', path, hunks} as const]),
  ...(userModified === true ? [note('info', 'The user changed it before allowing it')] : []),
]
