import {existsSync, mkdirSync, statSync} from 'node:fs'
import {dirname} from 'node:path'

/**
 * Makes a folder and those above it. Node's own way goes on forever where a folder that is there takes no others and says
 * that they are not found, as `/proc` does.
 */
export function makeFolder(path: string): void {
  if (statSync(path, {throwIfNoEntry: false})?.isDirectory()) return
  const above = dirname(path)
  if (above !== path && !existsSync(above)) makeFolder(above)
  try {
    mkdirSync(path)
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!statSync(path, {throwIfNoEntry: false})?.isDirectory()) throw error
  }
}
