import {closeSync, fdatasyncSync, fstatSync, openSync, readSync} from 'node:fs'
import {dirname} from 'node:path'
import {makePrivateFolder} from '../files/make-folder.ts'
import {openPrivateFile, writeAll} from '../files/private-files.ts'

const newline = 0x0a

/**
 * Appends complete lines to a file in one write, which local file systems do atomically, so that the lines of several writers
 * do not mix. If a writer was killed in the middle of a line, that line is ended first.
 */
export function appendStoreLines(path: string, lines: Uint8Array, sync: boolean): void {
  const file = openToAppend(path)
  try {
    const bytes = endsInLine(file) ? lines : Buffer.concat([Buffer.of(newline), lines])
    writeAll(file, bytes)
    if (sync) fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Syncs a file to the disk, so that it survives a power failure. */
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

/** Whether a file is empty or its last line is complete. Another writer may cause an empty line, which is ignored. */
function endsInLine(file: number): boolean {
  const {size} = fstatSync(file)
  const last = new Uint8Array(1)
  return size === 0 || readSync(file, last, 0, 1, size - 1) === 0 || last[0] === newline
}

/**
 * Splits chunks of bytes into lines of bytes, without their newlines and without changing a byte: a store returns exactly
 * what was written.
 */
export function splitByteLines() {
  let held: Uint8Array[] = []
  const finish = (last: Uint8Array): Uint8Array => {
    const line = Buffer.concat([...held, last])
    held = []
    return line
  }
  return {
    /** The lines that end in this chunk, except empty ones. They stay valid. */
    push(chunk: Uint8Array): readonly Uint8Array[] {
      const lines: Uint8Array[] = []
      let from = 0
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        const line = finish(chunk.subarray(from, at))
        if (line.length > 0) lines.push(line)
        from = at + 1
      }
      // A copy, because the chunk's buffer is reused.
      if (from < chunk.length) held.push(Buffer.from(chunk.subarray(from)))
      return lines
    },
    /** The bytes after the last newline, if there are any. */
    end: (): Uint8Array | undefined => (held.length === 0 ? undefined : finish(new Uint8Array(0))),
  }
}
