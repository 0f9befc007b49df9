import {randomBytes} from 'node:crypto'
import {closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {openPrivateFile} from '../files/private-files.ts'

/** Replaces the text of a file in one step: readers see the old or the new text, complete. Only its owner can read it. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${randomBytes(4).toString('hex')}.draft`
  try {
    const file = openPrivateFile(draft, 'wx')
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, {force: true})
    throw error
  }
}

/** Syncs the names in a folder to the disk. Systems on which a folder cannot be opened do that themselves. */
export function syncFolder(path: string): void {
  let folder: number | undefined
  try {
    folder = openSync(path, 'r')
    fsyncSync(folder)
  } catch {
    // The names are written later, by the system.
  } finally {
    if (folder !== undefined) closeSync(folder)
  }
}
