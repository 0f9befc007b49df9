import {type Dirent, lstatSync, readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {SourceError, toSourceError} from './source-error.ts'

/** Receives each path that was left out, and why. */
export type OnWalkSkipped = (problem: SourceError, path: string) => void

/**
 * Gives the regular files below a folder whose path is wanted. The folder itself may be a link, because the user named
 * it. Links below it are not followed: they may lead to any file of this machine, or in circles. A link instead of a
 * wanted file or of a project's folder is reported, so nothing is missing silently. It does not recurse.
 */
export function* walkFiles(
  root: string,
  isWanted: (path: string) => boolean,
  skipped: OnWalkSkipped,
): Generator<string> {
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder, skipped)) {
      const path = join(folder, entry.name)
      if (hasInvalidName(path) && (entry.isDirectory() || isWanted(path))) skipped(nameError(path), path)
      else if (entry.isDirectory()) folders.push(path)
      else if (entry.isSymbolicLink()) {
        if (isWanted(path) || (folder === root && leadsToFolder(path))) skipped(linkError(path), path)
      } else if (isWanted(path)) {
        if (entry.isFile()) yield path
        else skipped(new SourceError(`Cannot read ${path}: it is not a regular file.`), path)
      }
    }
  }
}

function entriesOf(folder: string, skipped: OnWalkSkipped): readonly Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch (error) {
    skipped(toSourceError(folder, error), folder)
    return []
  }
}

function leadsToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // A broken link, or one to something unreadable, hides nothing that could be read.
    return false
  }
}

/** Node gives � for bytes that are not UTF-8, and finds no file of that name; but a real name may have it too. */
const hasInvalidName = (path: string): boolean =>
  path.includes('\ufffd') && lstatSync(path, {throwIfNoEntry: false}) === undefined

const nameError = (path: string): SourceError =>
  new SourceError(`Cannot read ${path}: its name is not valid UTF-8. Rename it to read it.`)

const linkError = (path: string): SourceError =>
  new SourceError(
    `Cannot read ${path}: it is a link, and links are not followed. Give its target to read it.`,
  )
