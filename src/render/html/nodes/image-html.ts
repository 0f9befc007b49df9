import {type MediaSource, mediaFacts, type NodeOf, readImageSize} from '../../../page/index.ts'
import {type Html, html, noHtml} from '../html.ts'
import type {HtmlNodeContext} from '../html-options.ts'
import {linkHtml, safeHtmlUrl} from '../text/links.ts'

/** Images that can do nothing; an SVG is a document. */
const inPage = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,/i

/** A file next to the page. Its name cannot contain a scheme or host, so the page loads nothing from other hosts. */
const beside = /^(?:\.{0,2}\/)?[\w.%-]+(?:\/[\w.%-]+)*$/

/** An image that opens when pressed, or a line that says what is not shown. */
export function imageHtml({source, alt}: NodeOf<'image'>, context: HtmlNodeContext): Html {
  const given = context.imageUrl(source)
  const embedded = given !== undefined && inPage.test(given)
  const url = embedded || (given !== undefined && beside.test(given)) ? given : undefined
  if (url === undefined) return placeholder(source, alt)
  const name = alt || 'image'
  const picture = html`<img src="${url}" alt="${name}"${sizeOf(source)} loading="lazy" decoding="async">`
  // The address of an image in the page is the image: it is not written twice.
  if (embedded) return html`<button type="button" class="image" title="Open ${name}">${picture}</button>`
  return html`<a class="image" href="${url}">${picture}</a>`
}

/** Known before the image is there, so that nothing jumps. */
function sizeOf(source: MediaSource): Html {
  const size = source.kind === 'base64' ? readImageSize(source.data) : undefined
  return size && size.width > 0 && size.height > 0
    ? html` width="${size.width}" height="${size.height}"`
    : noHtml
}

function placeholder(source: MediaSource, alt: string): Html {
  const facts = [alt || 'image', ...mediaFacts(source)].join(' · ')
  const url = source.kind === 'url' ? safeHtmlUrl(source.url) : undefined
  const address = url === undefined ? noHtml : html` · ${linkHtml(url, url)}`
  return html`<p class="image-placeholder"><span class="glyph" aria-hidden="true">▣</span><span>${facts}${address}</span></p>`
}
