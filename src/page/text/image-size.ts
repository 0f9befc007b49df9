import type {MediaSource} from '../../model/index.ts'
import {formatBytes, formatNoun} from './format.ts'

/** The type and size of an image, by its first bytes. */
export interface ImageSize {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly width: number
  readonly height: number
}

/** Enough for a JPEG with a preview in front of its size. */
const headLength = 131_072

/** Reads the type and size of an image in base64, whatever its declared type; undefined if the type is unknown. */
export function readImageSize(data: string): ImageSize | undefined {
  const head = decode(data.slice(0, headLength))
  return png(head) ?? gif(head) ?? webp(head) ?? jpeg(head)
}

/** The number of bytes that a text in base64 encodes. */
export function base64ByteLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding)
}

function decode(base64: string): string {
  try {
    return atob(base64)
  } catch {
    return ''
  }
}

const byte = (head: string, at: number): number => head.charCodeAt(at) || 0
const big = (head: string, at: number): number => byte(head, at) * 256 + byte(head, at + 1)
const little = (head: string, at: number): number => byte(head, at) + byte(head, at + 1) * 256

const png = (head: string): ImageSize | undefined =>
  head.startsWith('\u0089PNG\r\n\u001a\n') && head.startsWith('IHDR', 12)
    ? {type: 'image/png', width: long(head, 16), height: long(head, 20)}
    : undefined

const long = (head: string, at: number): number => big(head, at) * 65_536 + big(head, at + 2)

const gif = (head: string): ImageSize | undefined =>
  head.startsWith('GIF8') ? {type: 'image/gif', width: little(head, 6), height: little(head, 8)} : undefined

function webp(head: string): ImageSize | undefined {
  if (!head.startsWith('RIFF') || !head.startsWith('WEBP', 8)) return undefined
  const type = 'image/webp'
  if (head.startsWith('VP8X', 12)) return {type, width: medium(head, 24) + 1, height: medium(head, 27) + 1}
  if (head.startsWith('VP8L', 12)) {
    const bits = little(head, 21) + little(head, 23) * 65_536
    return {type, width: (bits % 16_384) + 1, height: (Math.floor(bits / 16_384) % 16_384) + 1}
  }
  return {type, width: little(head, 26) % 16_384, height: little(head, 28) % 16_384}
}

const medium = (head: string, at: number): number => little(head, at) + byte(head, at + 2) * 65_536

/** The size is in the first frame header; every segment before it states its length. */
function jpeg(head: string): ImageSize | undefined {
  if (!head.startsWith('\u00ff\u00d8\u00ff')) return undefined
  let at = 2
  while (at + 9 < head.length && byte(head, at) === 0xff) {
    const marker = byte(head, at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return {type: 'image/jpeg', width: big(head, at + 7), height: big(head, at + 5)}
    at += 2 + Math.max(2, big(head, at + 2))
  }
  return undefined
}

/** The type and size of an image or a document. */
export function mediaFacts(source: MediaSource): readonly string[] {
  switch (source.kind) {
    case 'base64':
      return [
        readImageSize(source.data)?.type ?? source.mediaType,
        formatBytes(base64ByteLength(source.data)),
      ]
    case 'file':
      return [source.fileId]
    case 'text':
      return [source.mediaType, formatNoun(source.text.length, 'character')]
    case 'url':
    case 'unknown':
      return []
  }
}
