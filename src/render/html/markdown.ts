import markdownIt from 'markdown-it'
import {withoutControls} from '../../page/index.ts'
import {keepDefinitions, maxProseCharacters} from '../../page/prose.ts'
import {linkReferences} from './git-links.ts'
import {type Html, html} from './html.ts'
import type {HtmlContext} from './html-context.ts'
import {frontMatter} from './markdown-front-matter.ts'
import {markdownTokens} from './markdown-tokens.ts'
import {pre} from './pre.ts'
import {safeUrl} from './safe-url.ts'

const parser = markdownIt({html: false, linkify: true, breaks: true}).use(keepDefinitions)
// Without a scheme `README.md` would lead to Moldova.
parser.linkify.set({fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false})
// What is no address a page may link to stays as it was written.
parser.validateLink = (url) => safeUrl(url, 'relative') !== undefined

/** A line in which nothing can be markup: most of what people say is one. */
const plainLine = /^\p{L}[\p{L}\p{N} ,.;?!()'"’“”…–—/-]{0,600}$/u

/** Markdown as HTML. No HTML of its own comes through, no picture is loaded, nothing has an id or a style. */
export function markdown(source: string, context: HtmlContext): Html {
  if (plainLine.test(source)) return html`<p>${linkReferences(source, context)}</p>`
  if (source.length > maxProseCharacters) return pre('plain', withoutControls(source))
  const {table, body} = frontMatter(withoutControls(source))
  return html`${table}${markdownTokens(parser.parse(body, {}), context)}`
}
