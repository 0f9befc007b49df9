import {accessSync, constants, lstatSync, statSync} from 'node:fs'
import type {OnSkipped, SourceFile} from '../../sources/index.ts'
import {findSessionFiles} from '../../sources/index.ts'
import {readHead} from '../../sources/read-head.ts'

/** A path, and the files to read for it. */
export interface SessionInput {
  readonly path: string
  readonly files: readonly SourceFile[]
}

/** The files of a session, or of a folder. */
export const findInput = (path: string, onSkipped: OnSkipped): SessionInput => ({
  path,
  files: findSessionFiles(path, onSkipped),
})

/** The size and the last change of a file; zeros if it is missing or cannot be read, which reading it reports. */
export function readFileStat(path: string): {readonly size: number; readonly modified: number} {
  try {
    const {size, mtimeMs} = statSync(path)
    return {size, modified: mtimeMs}
  } catch {
    return {size: 0, modified: 0}
  }
}

/** The first lines of a file; empty if it is missing or cannot be read, which reading it reports. */
export function readHeadOrNothing(path: string): string {
  try {
    return readHead(path)
  } catch {
    return ''
  }
}

/** Whether a file can be read and is not a link. If not, the session is read from the archive. */
export function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return lstatSync(path).isFile()
  } catch {
    return false
  }
}
