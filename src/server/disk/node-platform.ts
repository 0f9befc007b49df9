import {createHash} from 'node:crypto'
import {deserialize, serialize} from 'node:v8'
import {brotliCompressSync, brotliDecompressSync, constants} from 'node:zlib'
import type {Packer} from '../live-session/packed-map.ts'

/** Packs data with Brotli, which at its fastest setting is smaller and faster than deflate. */
export const brotliPacker: Packer = {
  // Copied, because the result is part of a buffer that is many times as large.
  pack: (value) => new Uint8Array(brotliCompressSync(serialize(value), {params, chunkSize})),
  unpack: (bytes) => deserialize(brotliDecompressSync(bytes, {chunkSize})),
}

const params = {[constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_LGWIN]: 18}
const chunkSize = 256 * 1024

/** What live sessions need of Node. */
export const nodePlatform = {
  hashOf: (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32),
  packer: brotliPacker,
}
