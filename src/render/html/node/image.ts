import {
  base64Bytes,
  formatBytes,
  formatNoun,
  imageSize,
  type MediaSource,
  type NodeOf,
} from '../../../page/index.ts'
import {anchor} from '../anchor.ts'
import {escapeHtml} from '../escape.ts'
import type {NodeContext} from '../node-context.ts'
import {safeUrl} from '../safe-url.ts'

/** Pictures that can do nothing; an SVG is a document. */
const inPage = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,/i

/** A file beside the page, by a name that no scheme and no host can be in: a page asks no other host for anything. */
const beside = /^(?:\.{0,2}\/)?[\w.%-]+(?:\/[\w.%-]+)*$/

/** A picture that opens when pressed, or a line that says what is not shown. */
export function image({source, alt}: NodeOf<'image'>, context: NodeContext): string {
  const given = context.imageUrl(source)
  const embedded = given !== undefined && inPage.test(given)
  const url = embedded || (given !== undefined && beside.test(given)) ? given : undefined
  if (url === undefined) return placeholder(source, alt)
  const name = escapeHtml(alt || 'picture')
  const picture = `<img src="${escapeHtml(url)}" alt="${name}"${sizeOf(source)} loading="lazy" decoding="async">`
  // The address of a picture in the page is the picture: it is not written twice.
  if (embedded) return `<button type="button" class="image" title="Open ${name}">${picture}</button>`
  return `<a class="image" href="${escapeHtml(url)}">${picture}</a>`
}

/** Known before the picture is there, so that nothing jumps. */
function sizeOf(source: MediaSource): string {
  const size = source.kind === 'base64' ? imageSize(source.data) : undefined
  return size && size.width > 0 && size.height > 0 ? ` width="${size.width}" height="${size.height}"` : ''
}

function placeholder(source: MediaSource, alt: string): string {
  const facts = [alt || 'picture', ...factsOf(source)].map(escapeHtml).join(' · ')
  const url = source.kind === 'url' ? safeUrl(source.url) : undefined
  const address = url === undefined ? '' : ` · ${anchor(url, escapeHtml(url))}`
  return `<p class="image-placeholder"><span class="glyph" aria-hidden="true">▣</span><span>${facts}${address}</span></p>`
}

function factsOf(source: MediaSource): readonly string[] {
  switch (source.kind) {
    case 'base64':
      return [imageSize(source.data)?.type ?? source.mediaType, formatBytes(base64Bytes(source.data))]
    case 'file':
      return [source.fileId]
    case 'text':
      return [source.mediaType, formatNoun(source.text.length, 'character')]
    case 'url':
    case 'unknown':
      return []
  }
}
