import type {Dirent, Stats} from 'node:fs'
import {readdirSync, realpathSync, statSync} from 'node:fs'
import {basename, dirname, join} from 'node:path'

/** A file that the archive keeps: lines that it reads, or a whole that belongs to them. */
export interface FoundFile {
  readonly path: string
  readonly root: string
  readonly kind: 'lines' | 'whole'
  readonly size: number
  readonly modified: number
  readonly device: string
  readonly inode: string
}

/** Lists everything below a folder that is worth keeping. What cannot be looked at is told to `skipped`. */
export function* listFiles(
  root: string,
  skipped: (path: string, error: unknown) => void,
): Generator<FoundFile> {
  const entered = new Set<string>()
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder, entered, skipped)) {
      const path = join(folder, entry.name)
      const kind = kindOf(path)
      if (entry.isDirectory()) folders.push(path)
      else if (kind !== undefined || entry.isSymbolicLink()) {
        const about = lookAt(path, skipped)
        if (about?.isDirectory()) folders.push(path)
        else if (about?.isFile() && kind !== undefined) yield found(path, root, kind, about)
      }
    }
  }
}

/** Looks at one file, if it is worth keeping. */
export function findFile(path: string, root: string): FoundFile | undefined {
  const kind = kindOf(path)
  const about = kind && statSync(path, {throwIfNoEntry: false})
  return kind && about?.isFile() ? found(path, root, kind, about) : undefined
}

const found = (path: string, root: string, kind: FoundFile['kind'], about: Stats): FoundFile => ({
  path,
  root,
  kind,
  size: about.size,
  modified: Math.floor(about.mtimeMs),
  device: String(about.dev),
  inode: String(about.ino),
})

/** Links may go in circles: no folder is entered twice. */
function entriesOf(
  folder: string,
  entered: Set<string>,
  skipped: (path: string, error: unknown) => void,
): readonly Dirent[] {
  try {
    const real = realpathSync(folder)
    if (entered.has(real)) return []
    entered.add(real)
    return readdirSync(folder, {withFileTypes: true})
  } catch (error) {
    skipped(folder, error)
    return []
  }
}

function lookAt(path: string, skipped: (path: string, error: unknown) => void): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    skipped(path, error)
    return undefined
  }
}

function kindOf(path: string): FoundFile['kind'] | undefined {
  if (path.endsWith('.jsonl') || path.endsWith('.ndjson')) return 'lines'
  if (path.endsWith('.meta.json') || basename(dirname(path)) === 'tool-results') return 'whole'
  // When the lines of a recorded stream came.
  if (/^offsets(?:-\d+)?\.txt$/.test(basename(path))) return 'whole'
  return undefined
}
