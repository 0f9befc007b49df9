import {icons} from '../../render/html/icons.ts'
import {escapeHtml} from '../../render/html/index.ts'
import type {ServerParts, WebAsset} from '../server-parts.ts'

/** The places that the viewer has. */
export const places = [
  {name: 'sessions', href: '/', words: 'Sessions'},
  {name: 'search', href: '/search', words: 'Search'},
  {name: 'usage', href: '/usage', words: 'Usage'},
  {name: 'live', href: '/live', words: 'Live'},
] as const

export type Place = (typeof places)[number]['name']

/** A page of the viewer. */
export interface AppPage {
  readonly title: string
  readonly place: Place | undefined
  /** Attributes of the body, for the script: names without `data-`. */
  readonly data?: Readonly<Record<string, string | number | undefined>> | undefined
  /** What stands between the navigation and the end. */
  readonly body: string
}

/** A whole page. What it may load and run is said by the server's headers, and is nothing but its own files. */
export function appDocument(
  {title, place, data = {}, body}: AppPage,
  {assets, isSample, notice}: ServerParts,
): string {
  const attributes = Object.entries(data).map(([name, value]) =>
    value === undefined ? '' : ` data-${name}="${escapeHtml(String(value))}"`,
  )
  return (
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n` +
    `<title>${escapeHtml(title)} · recount</title>\n${assetTags(assets)}\n</head>\n<body id="top"${attributes.join('')}>\n` +
    `<a class="skip" href="#conversation">Skip to the content</a>\n${navigation(place)}${noticeHtml(notice?.text())}${isSample ? sampleNote : ''}\n${body}\n</body>\n</html>\n`
  )
}

const navigation = (here: Place | undefined): string =>
  `<nav class="places" aria-label="Places"><a class="brand" href="/">recount</a><ul>${places
    .map(
      ({name, href, words}) =>
        `<li><a href="${href}"${name === here ? ' aria-current="page"' : ''}>${words}</a></li>`,
    )
    .join('')}</ul>${here === undefined ? '' : tools}</nav>`

/** Sessions have them in their own bar. */
const tools =
  `<button type="button" class="icon needs-script" data-do="theme" aria-label="Light or dark" title="Light or dark (t)">${icons.theme}</button>` +
  `<button type="button" class="icon needs-script" popovertarget="keys" aria-label="Keys" title="Keys (?)">${icons.keys}</button>`

/** Always there, so that what is written into it later is read out. */
const noticeHtml = (text: string | undefined): string =>
  `<p id="notice" class="notice" role="status">${escapeHtml(text ?? '')}</p>`

const sampleNote =
  '<aside class="sample-note" role="note"><p><strong>This is a sample.</strong> There are no sessions of yours yet. ' +
  'Run <code>claude</code> in any folder and they appear here by themselves; or show a run that is not kept: ' +
  '<code>claude -p "…" --output-format stream-json --verbose | recount serve -</code></p></aside>'

/** Styles and scripts by the order of their names; `page.js` is for exported pages, where there is no other. */
function assetTags(assets: readonly WebAsset[]): string {
  const styles = ['page.css', 'app.css'].flatMap((name) => assets.find((asset) => asset.name === name) ?? [])
  const script = assets.find(({name}) => name === 'app.js') ?? assets.find(({name}) => name === 'page.js')
  return [
    ...styles.map(({file}) => `<link rel="stylesheet" href="/assets/${file}">`),
    script ? `<script src="/assets/${script.file}" defer></script>` : '',
  ].join('\n')
}
