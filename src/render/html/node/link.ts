import type {NodeOf} from '../../../page/index.ts'
import {anchor} from '../anchor.ts'
import {type Html, html, noHtml} from '../html.ts'
import {safeUrl} from '../safe-url.ts'

/** A link with its address in sight; where the address might run something, both are only text. */
export function link(node: NodeOf<'link'>): Html {
  const url = safeUrl(node.url)
  const words = node.text || node.url
  const address =
    node.text === '' || node.text === node.url ? noHtml : html` <span class="url">${node.url}</span>`
  return html`<p class="link">${url === undefined ? words : anchor(url, words)}${address}</p>`
}
