/** Turns a range of bytes into text; what is not UTF-8 becomes U+FFFD, as every decoder does it. */
export type DecodeUtf8 = (bytes: Uint8Array, start: number, end: number) => string

const textDecoder = new TextDecoder('utf-8', {ignoreBOM: true})

const decodeAnywhere: DecodeUtf8 = (bytes, start, end) => textDecoder.decode(bytes.subarray(start, end))

// Buffer's own decoder has a far smaller cost per call than TextDecoder, and lines are short.
const decodeInNode: DecodeUtf8 = (bytes, start, end) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')

/** The fastest decoder the platform has. */
export const decodeUtf8: DecodeUtf8 = typeof Buffer === 'undefined' ? decodeAnywhere : decodeInNode
