import type {Dirent} from 'node:fs'
import {lstatSync, readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {SourceError, toSourceError} from './source-error.ts'

/** Receives each thing that was left out, and why. */
export type OnWalkSkipped = (problem: SourceError, path: string) => void

/**
 * Gives the regular files below a folder whose path is wanted. The folder itself may be a link, because someone named it.
 * Below it links are not followed: they may lead to any file of this machine, or in circles. A link in the place of a
 * wanted file or of a project's folder is reported, so that nothing goes missing silently. Walks with a list of its own,
 * not with the stack.
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
    // A link that leads nowhere, or not for us, hides nothing that could be read.
    return false
  }
}

/** Node gives � for bytes that are no UTF-8, and then finds nothing under that name. A name may also have that character. */
const hasInvalidName = (path: string): boolean =>
  path.includes('\ufffd') && lstatSync(path, {throwIfNoEntry: false}) === undefined

const nameError = (path: string): SourceError =>
  new SourceError(`Cannot read ${path}: its name is not valid UTF-8. Rename it to read it.`)

const linkError = (path: string): SourceError =>
  new SourceError(
    `Cannot read ${path}: it is a link, and links are not followed. Give its target to read it.`,
  )
