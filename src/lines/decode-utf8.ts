const textDecoder = new TextDecoder('utf-8', {ignoreBOM: true})

/**
 * Node's Buffer with the decoders behind `toString`, whose checks of its arguments take as long as decoding a short
 * line.
 */
type NodeBytes = Buffer & {
  [Name in 'utf8Slice' | 'latin1Slice' | 'ucs2Slice']: (start: number, end: number) => string
}

/** The part of `node:buffer` that is not on the global Buffer. */
interface BufferModule {
  isAscii(bytes: Uint8Array): boolean
  /** Throws if the bytes are not in the encoding `from`. */
  transcode(bytes: Uint8Array, from: 'utf8', to: 'ucs2'): Buffer
}

/** The parts of Node that may be on the global object. Bundlers for browsers add a `process` without a version. */
interface NodeGlobals {
  readonly Buffer?: typeof Buffer
  readonly process?: {
    readonly versions?: {readonly node?: string}
    getBuiltinModule?(name: 'node:buffer'): BufferModule | undefined
  }
}

/** Read once: on Node's global object they are accessors, which run at each use. */
const {Buffer: NodeBuffer, process: node} = globalThis as NodeGlobals

/**
 * Before 24, Node decodes byte by byte from the first non-ASCII byte; decoding over UTF-16 takes half as long. From 24
 * on it takes longer.
 */
const transcoder: BufferModule | undefined =
  Number.parseInt(node?.versions?.node ?? '24', 10) < 24 ? node?.getBuiltinModule?.('node:buffer') : undefined

/** Lines for which UTF-16 is faster: for shorter ones the call costs more, longer ones would need the memory twice. */
const isWorthTranscoding = (length: number): boolean => length > 400 && length < 500_000

/** The same bytes in the type that the platform searches fastest: Node's Buffer finds a byte ten times faster. */
export function toSearchable(bytes: Uint8Array): Uint8Array {
  if (!NodeBuffer || bytes instanceof NodeBuffer) return bytes
  return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Decodes a range of searchable bytes; what is not UTF-8 becomes U+FFFD, as in every decoder. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  if (!NodeBuffer) return textDecoder.decode(bytes.subarray(start, end))
  const text =
    transcoder && isWorthTranscoding(end - start)
      ? decodeOverUtf16(bytes as NodeBytes, start, end, transcoder)
      : undefined
  // Buffer's own decoder has a far smaller cost per call than TextDecoder, and lines are short.
  return text ?? (bytes as NodeBytes).utf8Slice(start, end)
}

/** `undefined` if the bytes are not UTF-8. */
function decodeOverUtf16(bytes: NodeBytes, start: number, end: number, by: BufferModule): string | undefined {
  const line = bytes.subarray(start, end)
  if (by.isAscii(line)) return bytes.latin1Slice(start, end)
  try {
    const wide = by.transcode(line, 'utf8', 'ucs2') as NodeBytes
    return wide.ucs2Slice(0, wide.length)
  } catch {
    return undefined
  }
}
