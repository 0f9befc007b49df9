import {scriptEnd} from '../../render/html/document/render-document.ts'
import {toolbarIcons} from '../../render/html/document/toolbar.ts'
import {type Html, html, joinHtml, noHtml} from '../../render/html/html.ts'
import type {ServerOptions, WebAsset} from '../server-options.ts'

/** The pages in the navigation. */
export const navigationItems = [
  {name: 'sessions', href: '/', words: 'Sessions'},
  {name: 'search', href: '/search', words: 'Search'},
  {name: 'usage', href: '/usage', words: 'Usage'},
  {name: 'live', href: '/live', words: 'Live'},
] as const

export type NavigationName = (typeof navigationItems)[number]['name']

/** A page of the viewer. */
export interface AppPage {
  readonly title: string
  readonly current: NavigationName | undefined
  /** Attributes of the body, for the script: names without `data-`. */
  readonly data?: Readonly<Record<string, string | number | undefined>> | undefined
  /** The content below the navigation. */
  readonly body: Html
}

/** A complete page. The server's headers allow it to load only the viewer's own files. */
export function renderAppPage(
  {title, current, data = {}, body}: AppPage,
  {assets, isSample, notice}: ServerOptions,
): string {
  const attributes = Object.entries(data).map(([name, value]) =>
    value === undefined ? noHtml : html` data-${name}="${value}"`,
  )
  return joinHtml([
    html`<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n`,
    html`<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n`,
    html`<title>${title} · recount</title>\n${assetTags(assets)}\n</head>\n<body id="top"${attributes}>\n`,
    html`<a class="skip" href="#conversation">Skip to the content</a>\n${navigation(current)}${noticeHtml(notice?.text())}${isSample ? sampleNote : ''}\n${body}\n</body>\n</html>\n`,
  ]).markup
}

const navigation = (here: NavigationName | undefined): Html =>
  html`<nav class="places" aria-label="Main"><a class="brand" href="/">recount</a><ul>${navigationItems.map(
    ({name, href, words}) =>
      html`<li><a href="${href}"${name === here ? html` aria-current="page"` : ''}>${words}</a></li>`,
  )}</ul>${here === undefined ? '' : tools}</nav>`

/** Session pages have these in their own toolbar. */
const tools = joinHtml([
  html`<button type="button" class="icon needs-script" data-do="theme" aria-label="Toggle theme" title="Toggle theme (t)">${toolbarIcons.theme}</button>`,
  html`<button type="button" class="icon needs-script" popovertarget="keys" aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)">${toolbarIcons.keys}</button>`,
])

/** Always present, so that screen readers read later changes. */
const noticeHtml = (text: string | undefined): Html =>
  html`<p id="notice" class="notice" role="status">${text ?? ''}</p>`

const sampleNote = joinHtml([
  html`<aside class="sample-note" role="note"><p><strong>Sample session.</strong> You have no Claude Code sessions yet. `,
  html`Run <code>claude</code> anywhere; it appears here. Or pipe a run: `,
  html`<code>claude -p "…" --output-format stream-json --verbose | recount serve -</code></p></aside>`,
])

/** The tags for styles and script; `page.js` is used if `app.js` is missing. */
function assetTags(assets: readonly WebAsset[]): Html {
  const styles = ['page.css', 'app.css'].flatMap((name) => assets.find((asset) => asset.name === name) ?? [])
  const script = assets.find(({name}) => name === 'app.js') ?? assets.find(({name}) => name === 'page.js')
  const tags = [
    ...styles.map(({file}) => html`<link rel="stylesheet" href="/assets/${file}">`),
    script ? html`<script src="/assets/${script.file}" defer>${scriptEnd}` : noHtml,
  ]
  return joinHtml(tags, '\n')
}
