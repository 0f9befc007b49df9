import {closeSync, readSync} from 'node:fs'
import {openRegularFile} from '../../sources/index.ts'

const chunkSize = 64 * 1024
/** Longer records are cut: nobody reads them in a page. */
const mostBytes = 16 * 1024 * 1024

/** The line of a file that begins at an offset, as it is written there. */
export function readRecord(path: string, offset: number): string | undefined {
  let file: number | undefined
  try {
    file = openRegularFile(path).handle
    const chunks: Buffer[] = []
    for (let at = offset; at - offset < mostBytes; at += chunkSize) {
      const chunk = Buffer.alloc(chunkSize)
      const length = readSync(file, chunk, 0, chunkSize, at)
      const end = chunk.subarray(0, length).indexOf(10)
      chunks.push(chunk.subarray(0, end === -1 ? length : end))
      if (end !== -1 || length === 0) break
    }
    return Buffer.concat(chunks).toString('utf8').replace(/\r$/, '')
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
