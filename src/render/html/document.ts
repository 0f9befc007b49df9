import {escapeHtml} from './escape.ts'
import {encodeAttribute} from './frame.ts'
import type {Asset, HtmlOptions} from './html-options.ts'

/** A whole page around what it says, in pieces. Nothing in it may load or run but the two assets, whatever else it says. */
export function documentOf(title: string, body: readonly string[], options: HtmlOptions): readonly string[] {
  const {style, script} = options.assets
  const head =
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(options)}">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n` +
    `<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n` +
    `<meta name="generator" content="recount">\n<title>${escapeHtml(title)}</title>\n` +
    `${styleTag(style)}\n${scriptTag(script)}\n</head>\n<body id="top">\n`
  return [head, ...body, '\n</body>\n</html>\n']
}

function policyOf({assets, images}: HtmlOptions): string {
  const pictures = images === 'none' ? `'none'` : images === 'embed' ? 'data:' : `data: 'self' file:`
  return [
    `default-src 'none'`,
    `script-src ${sourceOf(assets.script)}`,
    `style-src ${sourceOf(assets.style)}`,
    `img-src ${pictures}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')
}

/** A page that is opened from a disk has no origin, so that `'self'` allows nothing there. */
const sourceOf = (asset: Asset): string => (asset.kind === 'inline' ? `'${asset.hash}'` : `'self' file:`)

const styleTag = (style: Asset): string =>
  style.kind === 'inline'
    ? `<style>${style.text}</style>`
    : `<link rel="stylesheet" href="${encodeAttribute(style.href)}">`

const scriptTag = (script: Asset): string =>
  script.kind === 'inline'
    ? `<script>${script.text}</script>`
    : `<script src="${encodeAttribute(script.href)}" defer></script>`
