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
export function appendStoreLines(path: string, lines: Uint8Array, sync: boolean): void {
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

/** Takes bytes in pieces and gives their lines as bytes, without their newlines. */
interface ByteSplitter {
  /** The lines that end in this chunk; empty ones are left out. They stay valid. */
  push(chunk: Uint8Array): readonly Uint8Array[]
  /** What stands behind the last newline; nothing where nothing does. */
  end(): Uint8Array | undefined
}

/** Splits on newlines, keeping bytes as they are: a store gives back exactly what was put into it. */
export function splitByteLines(): ByteSplitter {
  let held: Uint8Array[] = []
  const finish = (last: Uint8Array): Uint8Array => {
    const line = Buffer.concat([...held, last])
    held = []
    return line
  }
  return {
    push(chunk) {
      const lines: Uint8Array[] = []
      let from = 0
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        const line = finish(chunk.subarray(from, at))
        if (line.length > 0) lines.push(line)
        from = at + 1
      }
      // The chunk's bytes may be used for something else.
      if (from < chunk.length) held.push(Buffer.from(chunk.subarray(from)))
      return lines
    },
    end: () => (held.length === 0 ? undefined : finish(new Uint8Array(0))),
  }
}
