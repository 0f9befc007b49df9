import {existsSync, mkdirSync, statSync} from 'node:fs'
import {dirname} from 'node:path'
import {privateFolderMode} from './private-files.ts'

/** Makes a folder, and those above it that are missing, so that only their owner can look into them. */
export const makePrivateFolder = (path: string): void => makeFolder(path, privateFolderMode)

/**
 * Makes a folder and those above it, with the mode that the user's umask gives. Node's own way goes on forever if a folder
 * that is there takes no others and says that they are not found, as `/proc` does.
 */
export function makeFolder(path: string, mode?: number): void {
  if (statSync(path, {throwIfNoEntry: false})?.isDirectory()) return
  const above = dirname(path)
  if (above !== path && !existsSync(above)) makeFolder(above, mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(path, {throwIfNoEntry: false})?.isDirectory()) throw error
  }
}
