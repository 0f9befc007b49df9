import {closeSync, readSync} from 'node:fs'
import {readLines} from '../../dialects/index.ts'
import type {Line} from '../../model/index.ts'
import {openRegularFile} from '../../sources/index.ts'

const chunkSize = 64 * 1024
/** Longer records are not shown: nobody reads them in a page. */
const maxBytes = 16 * 1024 * 1024

/** A record of the line of a file that begins at an offset, as it is written there. */
export function readRecordAt(path: string, offset: number, record: number): string | undefined {
  let file: number | undefined
  try {
    file = openRegularFile(path).handle
    const reader = readLines(path)
    const buffer = Buffer.alloc(chunkSize)
    const found: Line[] = []
    while (reader.settled === 0 && reader.bytes < maxBytes && found.length <= record) {
      const length = readSync(file, buffer, 0, chunkSize, offset + reader.bytes)
      found.push(...reader.push(buffer.subarray(0, length)))
      if (length === 0) break
    }
    if (found.length <= record) found.push(...reader.end())
    return found.find(({at}) => at.offset === 0 && at.record === record)?.text
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
