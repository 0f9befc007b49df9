import {randomBytes} from 'node:crypto'
import {closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {openPrivateFile} from '../files/private-files.ts'

/** Puts a text in the place of a file's, in one step: whoever reads it finds the old one or the new one, whole. Only its owner can read it. */
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

/** Makes the names in a folder last; where a folder cannot be opened, the system does that by itself. */
export function syncFolder(path: string): void {
  let folder: number | undefined
  try {
    folder = openSync(path, 'r')
    fsyncSync(folder)
  } catch {
    // Nothing is lost but certainty.
  } finally {
    if (folder !== undefined) closeSync(folder)
  }
}
