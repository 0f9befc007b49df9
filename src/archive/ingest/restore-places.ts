import {join, relative, resolve, sep} from 'node:path'
import type {KeptFile} from './restore.ts'

/** A kept file, and where it is to be written. */
export interface RestorePlace {
  readonly file: KeptFile
  readonly path: string
}

/**
 * Where kept files are written: to where they were, or below a folder as they were below the folder they were found in. If
 * two of them would have one place there, because they were found in different folders, all are placed as they were
 * below what these folders have in common. An older content of a path has its number behind its name.
 */
export function restorePlaces(
  files: readonly KeptFile[],
  folder: string | undefined,
): readonly RestorePlace[] {
  const current = files.filter(({generation}) => generation === 0)
  const placeOf = folder === undefined ? (file: KeptFile) => file.path : placesBelow(resolve(folder), current)
  const taken = new Set(current.map(placeOf))
  return files.map((file) => {
    const place = placeOf(file)
    if (file.generation === 0) return {file, path: place}
    let number = file.generation
    while (taken.has(`${place}~${number}`)) number += 1
    taken.add(`${place}~${number}`)
    return {file, path: `${place}~${number}`}
  })
}

function placesBelow(folder: string, files: readonly KeptFile[]): (file: KeptFile) => string {
  const fromRoot = ({path, root}: KeptFile): string => join(folder, inside(relative(root, path)))
  if (new Set(files.map(fromRoot)).size === files.length) return fromRoot
  const shared = sharedFolder(files.map(({root}) => resolve(root)))
  return ({path}) => join(folder, inside(relative(shared, path)))
}

/** A path that leads nowhere else, whatever the kept path says. */
const inside = (path: string): string =>
  path
    .split(sep)
    .map((name) => (name === '..' ? '__' : name))
    .join(sep)

/** The folder that all of these are in. */
function sharedFolder(folders: readonly string[]): string {
  const [first = [], ...others] = folders.map((folder) => folder.split(sep))
  const length = first.findIndex((name, at) => others.some((names) => names[at] !== name))
  return (length === -1 ? first : first.slice(0, length)).join(sep) || sep
}
