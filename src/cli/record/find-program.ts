import {accessSync, constants, statSync} from 'node:fs'
import {delimiter, isAbsolute, join} from 'node:path'
import {Failure} from '../failure.ts'
import type {Host} from '../host.ts'

/**
 * Finds a program in `PATH` for a start in another folder. Relative entries of `PATH` are skipped: they would mean a
 * program in that folder, which a transcript names.
 */
export function findProgram({env, platform}: Host, name: string): string {
  const file = platform === 'win32' ? `${name}.exe` : name
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const found = folders.map((folder) => join(folder, file)).find(isProgram)
  if (found !== undefined) return found
  throw new Failure(
    `Cannot start ${name}: no absolute folder in PATH has it. Install it, or add its folder to PATH.`,
    1,
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
