import {openAnchor} from './anchor.ts'
import {fileUrl} from './git-links.ts'
import {type Html, html} from './html.ts'
import type {HtmlContext} from './html-context.ts'
import {safeUrl} from './safe-url.ts'

/**
 * The two ends of a link in Markdown. One to a file of the session's folder leads to where its files are to be had,
 * or nowhere: beside the page there are other files.
 */
export function openLink(href: string, context: HtmlContext): readonly [open: Html, close: Html] {
  const url = safeUrl(href) ?? placeUrl(href, context)
  if (url === undefined) return [html`<span class="reference" title="${decoded(href)}">`, html`</span>`]
  return [openAnchor(url), html`</a>`]
}

/** `src/a.ts#L12`, `src/a.ts:12`, `src/a.ts`. */
function placeUrl(href: string, context: HtmlContext): string | undefined {
  const place = /^([^#?]+?)(?:#L(\d{1,7})(?:-L?\d+)?|:(\d{1,7}))?$/.exec(decoded(href))
  if (!place) return undefined
  const line = place[2] ?? place[3]
  return fileUrl(place[1] ?? '', line === undefined ? undefined : Number(line), context)
}

function decoded(href: string): string {
  try {
    return decodeURI(href)
  } catch {
    return href
  }
}
