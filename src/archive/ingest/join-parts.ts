import type {ByteSource} from './read-pieces.ts'

/** A part of a file that was kept. */
export interface Part {
  /** Its place in the file as it was. */
  readonly start: number
  readonly length: number
  read(): Uint8Array | undefined
}

/** Parts one after the other. They are unpacked one at a time. */
export function joinParts(parts: readonly Part[]): ByteSource & {readonly size: number} {
  const starts: number[] = []
  let size = 0
  for (const {length} of parts) {
    starts.push(size)
    size += length
  }
  let open: {readonly at: number; readonly bytes: Uint8Array} | undefined
  const bytesOf = (at: number): Uint8Array => {
    if (open?.at !== at) open = {at, bytes: parts[at]?.read() ?? new Uint8Array(0)}
    return open.bytes
  }
  return {
    size,
    read(offset, length) {
      const found: Uint8Array[] = []
      let left = Math.min(length, size - offset)
      let from = offset
      let at = Math.max(
        0,
        starts.findLastIndex((start) => start <= from),
      )
      while (left > 0 && at < parts.length) {
        const inPart = bytesOf(at).subarray(from - (starts[at] ?? 0))
        const part = inPart.subarray(0, left)
        found.push(part)
        left -= part.length
        from += part.length
        at += 1
      }
      return Buffer.concat(found)
    },
  }
}
