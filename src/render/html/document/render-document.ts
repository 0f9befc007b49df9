import type {EntryCounts} from '../../../page/index.ts'
import {type Html, html, joinHtml, trustedHtml} from '../html.ts'
import type {Asset, HtmlOptions} from '../html-options.ts'
import {encodeAttribute} from '../session/session-context.ts'
import {renderToolbar} from './toolbar.ts'

/** A complete page around its content, in chunks. Only the two assets can load or run, whatever the content is. */
export function renderDocument(
  title: string,
  body: readonly Html[],
  options: HtmlOptions,
): readonly string[] {
  const {style, script} = options.assets
  const head = joinHtml([
    html`<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n`,
    html`<meta http-equiv="Content-Security-Policy" content="${policyOf(options)}">\n`,
    html`<meta name="viewport" content="width=device-width, initial-scale=1">\n`,
    html`<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n`,
    html`<meta name="generator" content="recount">\n<title>${title}</title>\n`,
    html`${styleTag(style)}\n${scriptTag(script)}\n</head>\n<body id="top">\n`,
  ])
  return [head, ...body, html`\n</body>\n</html>\n`].map(({markup}) => markup)
}

function policyOf({assets, images}: HtmlOptions): Html {
  const pictures =
    images === 'none' ? html`'none'` : images === 'embed' ? html`data:` : html`data: 'self' file:`
  const rules = [
    html`default-src 'none'`,
    html`script-src ${sourceOf(assets.script)}`,
    html`style-src ${sourceOf(assets.style)}`,
    html`img-src ${pictures}`,
    html`base-uri 'none'`,
    html`form-action 'none'`,
  ]
  return joinHtml(rules, '; ')
}

/** A page that is opened from a disk has no origin, so that `'self'` allows nothing there. */
const sourceOf = (asset: Asset): Html =>
  asset.kind === 'inline' ? html`'${asset.hash}'` : html`'self' file:`

const styleTag = (style: Asset): Html =>
  style.kind === 'inline'
    ? html`<style>${trustedHtml(style.text)}</style>`
    : html`<link rel="stylesheet" href="${encodeAttribute(style.href)}">`

const scriptTag = (script: Asset): Html =>
  script.kind === 'inline'
    ? html`<script>${trustedHtml(script.text)}${scriptEnd}`
    : html`<script src="${encodeAttribute(script.href)}" defer>${scriptEnd}`

/** Bundlers rewrite a tagged template in which this end tag is spelled out, by a helper of a package that is not there later. */
export const scriptEnd = html`</${'script'}>`

/** The chunks of a page with a conversation. */
interface PageParts {
  readonly title: string
  readonly counts: EntryCounts
  readonly outline: Html
  readonly main: readonly Html[]
  readonly panel: Html
  readonly options: HtmlOptions
}

/** Three columns if there is room, else one; in chunks. */
export function renderPageBody({title, counts, outline, main, panel, options}: PageParts): readonly Html[] {
  return [
    joinHtml([
      html`${renderToolbar(title, counts, options)}<div class="columns">`,
      html`<nav class="rail" id="outline" popover aria-label="Outline">${outline}</nav>`,
      html`<main id="conversation" tabindex="-1">`,
    ]),
    ...main,
    html`</main><aside class="panel" id="details" popover aria-label="Details">${panel}</aside></div>`,
  ]
}
