import {closeSync, openSync, readFileSync, readSync} from 'node:fs'

const chunkSize = 256 * 1024

/**
 * The loop as it is usually written: the whole file as one text, split, each line parsed.
 * @param {string} path
 */
export function splitLoop(path) {
  let records = 0
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue
    JSON.parse(line)
    records += 1
  }
  return records
}

/**
 * The fastest possible reading of JSON Lines: read, find newlines, decode with what Node's own `toString` ends in,
 * parse. It knows no messages and no flaws, and it fails at the first line that is not JSON.
 * @param {string} path
 */
export function bareLoop(path) {
  const file = openSync(path, 'r')
  // Node has `utf8Slice`, and its types do not.
  /** @typedef {Buffer & {utf8Slice(start: number, end: number): string}} Sliceable */
  let buffer = /** @type {Sliceable} */ (Buffer.allocUnsafe(2 * chunkSize))
  let kept = 0
  let records = 0
  try {
    for (;;) {
      if (buffer.length - kept < chunkSize) {
        const larger = /** @type {Sliceable} */ (Buffer.allocUnsafe(2 * buffer.length))
        buffer.copy(larger, 0, 0, kept)
        buffer = larger
      }
      const length = readSync(file, buffer, kept, chunkSize, null)
      if (length === 0) break
      const filled = kept + length
      let start = 0
      // The kept part has no newline, and the rest of the buffer is old bytes.
      for (let end = buffer.indexOf(10, kept); end !== -1 && end < filled; end = buffer.indexOf(10, start)) {
        JSON.parse(buffer.utf8Slice(start, end))
        records += 1
        start = end + 1
      }
      buffer.copyWithin(0, start, filled)
      kept = filled - start
    }
    if (kept > 0) {
      JSON.parse(buffer.utf8Slice(0, kept))
      records += 1
    }
    return records
  } finally {
    closeSync(file)
  }
}
