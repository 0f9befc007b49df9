import {
  base64Bytes,
  formatBytes,
  formatCount,
  type ImageSize,
  imageSize,
  type MediaSource,
  type NodeOf,
} from '../../../page/index.ts'
import {hang} from '../indent.ts'
import type {NodeContext} from '../node-context.ts'
import {picture} from '../picture.ts'
import {sanitizeLine} from '../sanitize.ts'

/** A picture by name, kind and size, and drawn below where the terminal was said to draw pictures. */
export function image(node: NodeOf<'image'>, {look, glyphs, width}: NodeContext): readonly string[] {
  const {source} = node
  const size = source.kind === 'base64' ? imageSize(source.data) : undefined
  const facts = [node.alt, ...factsOf(source, size, glyphs.times)].map(sanitizeLine).filter(Boolean)
  const named = hang(width, `${glyphs.picture} `, facts.join(` ${glyphs.dot} `))
  if (source.kind !== 'base64' || !size || look.pictures === 'none') return named
  return [...named, picture(source.data, size, look.pictures, width) ?? []].flat()
}

function factsOf(source: MediaSource, size: ImageSize | undefined, times: string): readonly string[] {
  switch (source.kind) {
    case 'base64':
      return [
        size?.type ?? source.mediaType,
        formatBytes(base64Bytes(source.data)),
        size ? `${size.width}${times}${size.height}` : '',
      ]
    case 'url':
      return [/^https?:/i.test(source.url) ? source.url : '']
    case 'file':
      return [source.fileId]
    case 'text':
      return [source.mediaType, `${formatCount(source.text.length)} characters`]
    case 'unknown':
      return []
  }
}
