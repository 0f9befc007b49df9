import {closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeSync} from 'node:fs'
import {dirname} from 'node:path'
import {makePrivateFolder} from '../files/make-folder.ts'
import {openPrivateFile} from '../files/private-files.ts'

const newline = 0x0a

/**
 * Appends whole lines to a file. One write appends all of them, which local file systems do as one step, so that the lines
 * of several writers stand beside each other and not inside. Where a writer was killed in the middle of its line, that
 * line is ended first.
 */
export function appendBytes(path: string, lines: Uint8Array, sync: boolean): void {
  const file = openToAppend(path)
  try {
    const bytes = endsInLine(file) ? lines : Buffer.concat([Buffer.of(newline), lines])
    // A disk that is nearly full takes a part before it refuses the rest.
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    if (sync) fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes what was appended to a file outlive a power failure. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}

function openToAppend(path: string): number {
  try {
    return openPrivateFile(path, 'a+')
  } catch {
    makePrivateFolder(dirname(path))
    return openPrivateFile(path, 'a+')
  }
}

/** An empty file, or one whose last line is whole. Somebody who is just writing may leave an empty line, which is nothing. */
function endsInLine(file: number): boolean {
  const {size} = fstatSync(file)
  const last = new Uint8Array(1)
  return size === 0 || readSync(file, last, 0, 1, size - 1) === 0 || last[0] === newline
}
