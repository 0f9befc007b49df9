import {existsSync, mkdirSync, statSync} from 'node:fs'
import {dirname} from 'node:path'
import {privateFolderMode} from './private-files.ts'

/** Creates a folder and its missing parents, readable only by their owner. */
export const makePrivateFolder = (path: string): void => makeFolder(path, privateFolderMode)

/**
 * Creates a folder and its missing parents, with the mode of the user's umask. Node's recursive `mkdir` never returns if an
 * existing folder rejects new ones with ENOENT, as `/proc` does.
 */
export function makeFolder(path: string, mode?: number): void {
  if (statSync(path, {throwIfNoEntry: false})?.isDirectory()) return
  const above = dirname(path)
  if (above !== path && !existsSync(above)) makeFolder(above, mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statSync(path, {throwIfNoEntry: false})?.isDirectory()) throw error
  }
}
