import type {NodeOf} from '../../../page/index.ts'
import {anchor} from '../anchor.ts'
import {escapeHtml} from '../escape.ts'
import {safeUrl} from '../safe-url.ts'

/** A link with its address in sight; where the address might run something, both are only text. */
export function link(node: NodeOf<'link'>): string {
  const url = safeUrl(node.url)
  const words = escapeHtml(node.text || node.url)
  const address =
    node.text === '' || node.text === node.url ? '' : ` <span class="url">${escapeHtml(node.url)}</span>`
  return `<p class="link">${url === undefined ? words : anchor(url, words)}${address}</p>`
}
