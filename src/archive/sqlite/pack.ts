import {brotliCompressSync, brotliDecompressSync, constants} from 'node:zlib'

/**
 * Packs bytes. Brotli at its fastest packs transcripts smaller than deflate does, in a third of the time, and
 * unpacks them in half: they repeat themselves at distances that deflate does not see.
 */
export const pack = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  // In memory of its own, because it may be given to another thread.
  new Uint8Array(
    brotliCompressSync(bytes, {
      chunkSize: Math.max(smallestChunk, bytes.length >> 1),
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 0,
        [constants.BROTLI_PARAM_LGWIN]: 18,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  )

const smallestChunk = 1024

/** Gives back the bytes that were packed. */
export const unpack = (packed: Uint8Array): Uint8Array => brotliDecompressSync(packed)
