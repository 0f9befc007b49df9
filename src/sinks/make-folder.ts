import {existsSync, mkdirSync, statSync} from 'node:fs'
import {dirname} from 'node:path'

/**
 * Makes a folder and those above it. Node's own way goes on forever where a folder that is there takes no others and says
 * that they are not found, as `/proc` does.
 */
export function makeFolder(path: string, mode?: number): void {
  if (statSync(path, {throwIfNoEntry: false})?.isDirectory()) return
  const above = dirname(path)
  if (above !== path && !existsSync(above)) makeFolder(above, mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!statSync(path, {throwIfNoEntry: false})?.isDirectory()) throw error
  }
}
