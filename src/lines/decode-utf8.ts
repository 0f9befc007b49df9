const textDecoder = new TextDecoder('utf-8', {ignoreBOM: true})

const hasBuffer = typeof Buffer !== 'undefined'

/** The same bytes as the platform searches them fastest: Node's Buffer finds a byte ten times faster. */
export function searchable(bytes: Uint8Array): Uint8Array {
  if (!hasBuffer || Buffer.isBuffer(bytes)) return bytes
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Turns a range of bytes into text; what is not UTF-8 becomes U+FFFD, as every decoder does it. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  // Buffer's own decoder has a far smaller cost per call than TextDecoder, and lines are short.
  return hasBuffer && Buffer.isBuffer(bytes)
    ? bytes.toString('utf8', start, end)
    : textDecoder.decode(bytes.subarray(start, end))
}
