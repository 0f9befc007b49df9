import {readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {SourceError, sourceError} from './source-error.ts'
import type {SourceFile} from './source-file.ts'
import {describeFile} from './source-file.ts'

const endings: readonly string[] = ['.jsonl', '.ndjson']

/**
 * Finds the files to read under a path: the file itself, or every transcript and stream of a folder. A session's
 * own file comes before the files of its agents. Folders that cannot be entered are told to `skipped`.
 */
export function findFiles(path: string, skipped: (problem: SourceError) => void): readonly SourceFile[] {
  if (!isFolder(path)) return [describeFile(path)]
  const files = walk(path, skipped)
  if (files.length === 0) {
    throw new SourceError(
      `Cannot find a transcript in ${path}: no file there ends in ${endings.join(' or ')}.`,
    )
  }
  // "." sorts before "/", so `<session>.jsonl` stands before `<session>/subagents/…`.
  return files.sort().map(describeFile)
}

/** A session's file together with those of its agents. */
export function findSessionFiles(
  path: string,
  skipped: (problem: SourceError) => void,
): readonly SourceFile[] {
  if (isFolder(path)) return findFiles(path, skipped)
  const file = describeFile(path)
  if (file.session === undefined || file.agent) return [file]
  const companions = path.replace(/\.jsonl$/, '')
  try {
    return [file, ...findFiles(companions, skipped)]
  } catch {
    // No folder beside the file: a session without agents.
    return [file]
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    throw sourceError(path, error)
  }
}

/** Walks with a list of its own, not with the stack, and does not follow links to folders: they may go in circles. */
function walk(root: string, skipped: (problem: SourceError) => void): string[] {
  const found: string[] = []
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder, root, skipped)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else if (endings.some((ending) => entry.name.endsWith(ending))) found.push(path)
    }
  }
  return found
}

function entriesOf(folder: string, root: string, skipped: (problem: SourceError) => void) {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch (error) {
    const problem = sourceError(folder, error)
    if (folder === root) throw problem
    skipped(problem)
    return []
  }
}
