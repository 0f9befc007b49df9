const textDecoder = new TextDecoder('utf-8', {ignoreBOM: true})

/** Node's Buffer with the decoder that `toString` ends in, after looking at its arguments as long as a short line takes. */
type NodeBytes = Buffer & {utf8Slice(start: number, end: number): string}

/** Asked for once: on Node's global object it is an accessor, which each use would call. */
const NodeBuffer = (globalThis as {Buffer?: typeof Buffer}).Buffer

/** The same bytes as the platform searches them fastest: Node's Buffer finds a byte ten times faster. */
export function searchable(bytes: Uint8Array): Uint8Array {
  if (!NodeBuffer || bytes instanceof NodeBuffer) return bytes
  return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Turns a range of searchable bytes into text; what is not UTF-8 becomes U+FFFD, as every decoder does it. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  // Buffer's own decoder has a far smaller cost per call than TextDecoder, and lines are short.
  return NodeBuffer
    ? (bytes as NodeBytes).utf8Slice(start, end)
    : textDecoder.decode(bytes.subarray(start, end))
}
