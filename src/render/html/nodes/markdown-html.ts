import markdownIt, {type Token} from 'markdown-it'
import {stripControls} from '../../../page/index.ts'
import {keepDefinitions, maxProseCharacters} from '../../../page/text/parse-prose.ts'
import {type Html, html, joinHtml, noHtml, textHtml} from '../html.ts'
import type {HtmlContext} from '../html-options.ts'
import {codeBlockHtml, preHtml} from '../text/code-block.ts'
import {fileUrl, linkGitReferences, linkHtml, openLinkHtml, safeHtmlUrl} from '../text/links.ts'

const parser = markdownIt({html: false, linkify: true, breaks: true}).use(keepDefinitions)
// Without a scheme `README.md` would lead to Moldova.
parser.linkify.set({fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false})
// Text that is not an allowed address stays as it was written.
parser.validateLink = (url) => safeHtmlUrl(url, 'relative') !== undefined

/** A line in which nothing can be markup: most of what people say is one. */
const plainLine = /^\p{L}[\p{L}\p{N} ,.;?!()'"’“”…–—/-]{0,600}$/u

/** Markdown as HTML. Its own HTML is escaped, no image is loaded, and nothing has an id or a style. */
export function markdownHtml(source: string, context: HtmlContext): Html {
  if (plainLine.test(source)) return html`<p>${linkGitReferences(source, context)}</p>`
  if (source.length > maxProseCharacters) return preHtml('plain', stripControls(source))
  const {table, body} = frontMatter(stripControls(source))
  return html`${table}${markdownTokens(parser.parse(body, {}), context)}`
}

/** Tokens that are only a tag. */
const tags: ReadonlyMap<string, Html> = new Map([
  ['paragraph_open', html`<p>`],
  ['paragraph_close', html`</p>\n`],
  ['bullet_list_open', html`<ul>\n`],
  ['bullet_list_close', html`</ul>\n`],
  ['ordered_list_close', html`</ol>\n`],
  ['list_item_close', html`</li>\n`],
  ['blockquote_open', html`<blockquote>\n`],
  ['blockquote_close', html`</blockquote>\n`],
  ['hr', html`<hr>\n`],
  ['table_open', html`<div class="scroll" tabindex="0"><table>`],
  ['table_close', html`</table></div>\n`],
  ['thead_open', html`<thead>`],
  ['thead_close', html`</thead>`],
  ['tbody_open', html`<tbody>`],
  ['tbody_close', html`</tbody>`],
  ['tr_open', html`<tr>`],
  ['tr_close', html`</tr>\n`],
  ['th_close', html`</th>`],
  ['td_close', html`</td>`],
  ['em_open', html`<em>`],
  ['em_close', html`</em>`],
  ['strong_open', html`<strong>`],
  ['strong_close', html`</strong>`],
  ['s_open', html`<s>`],
  ['s_close', html`</s>`],
  ['softbreak', html`<br>\n`],
  ['hardbreak', html`<br>\n`],
])

/** What is open while tokens are written one after the other. */
interface State {
  readonly context: HtmlContext
  /** How each open link is closed; links are not nested. */
  readonly links: Html[]
}

type Writer = (token: Token, state: State, tokens: readonly Token[], index: number) => Html

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['inline', ({children}, state) => write(children ?? [], state)],
  ['text', ({content}, state) => words(content, state)],
  ['code_inline', ({content}, state) => html`<code>${words(content, state)}</code>`],
  ['heading_open', ({tag}) => html`<${headingTag(tag)} class="heading-${tag.slice(1)}">`],
  ['heading_close', ({tag}) => html`</${headingTag(tag)}>\n`],
  ['ordered_list_open', (token) => html`<ol${startOf(token)}>\n`],
  ['list_item_open', (_token, _state, tokens, index) => listItem(tokens[index + 2])],
  ['th_open', (token) => html`<th${alignOf(token)}>`],
  ['td_open', (token) => html`<td${alignOf(token)}>`],
  ['fence', ({content, info}) => codeBlockHtml(content, info.trim().split(/[\s{,:]/, 1)[0])],
  ['code_block', ({content}) => codeBlockHtml(content, undefined)],
  ['image', picture],
  ['link_open', link],
  ['link_close', (_token, {links}) => links.pop() ?? noHtml],
])

/** Tokens of Markdown as HTML: only what has a place in these tables becomes a tag. */
const markdownTokens = (tokens: readonly Token[], context: HtmlContext): Html =>
  write(tokens, {context, links: []})

function write(tokens: readonly Token[], state: State): Html {
  const parts: Html[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.hidden) continue
    parts.push(
      tags.get(token.type) ??
        writers.get(token.type)?.(token, state, tokens, index) ??
        textHtml(token.content),
    )
  }
  return joinHtml(parts)
}

const noLinks = {gitLink: undefined, folder: undefined} as const

const words = (text: string, {context, links}: State): Html =>
  linkGitReferences(text, links.length === 0 ? context : noLinks)

/** The page's own headings (title, turns and entries) are above those of the text. */
const headingTag = (tag: string): string => `h${Math.min(6, Number(tag.slice(1)) + 3)}`

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '')

function startOf(token: Token): Html {
  const start = Number(attribute(token, 'start') || 1)
  return start === 1 ? noHtml : html` start="${start}"`
}

/** The parser would write a style, which a page does not allow. */
function alignOf(token: Token): Html {
  const align = /^text-align:(right|center)$/.exec(attribute(token, 'style'))
  return align ? html` class="align-${align[1] ?? ''}"` : noHtml
}

const listItemStart = html`<li>`

/** `[x] done` as people write it into lists. The box becomes the mark and leaves the text. */
function listItem(first: Token | undefined): Html {
  const text = first?.type === 'inline' ? first.children?.[0] : undefined
  const box = text?.type === 'text' ? /^\[([ xX])\] /.exec(text.content) : undefined
  if (!text || !box) return listItemStart
  text.content = text.content.slice(4)
  const [glyph, word] = box[1] === ' ' ? ['☐', 'to do'] : ['☑', 'done']
  return html`<li class="task"><span class="glyph" aria-hidden="true">${glyph}</span> <span class="unseen">${word}: </span>`
}

/** Images of other hosts would reveal the reader to them. */
function picture(token: Token, {links}: State): Html {
  const source = safeHtmlUrl(attribute(token, 'src'))
  const alt = token.content || 'image'
  const named = html`<span class="glyph" aria-hidden="true">▣</span> ${alt}`
  if (source === undefined || links.length > 0)
    return html`<span class="picture" title="${attribute(token, 'src')}">${named}</span>`
  return linkHtml(source, named, 'picture')
}

function link(token: Token, {context, links}: State): Html {
  const [open, close] = links.length > 0 ? [noHtml, noHtml] : openLink(attribute(token, 'href'), context)
  links.push(close)
  return open
}

/**
 * The opening and closing tags of a link in Markdown. A link to a file of the session's folder uses the link template,
 * or nowhere: next to the page there are other files.
 */
function openLink(href: string, context: HtmlContext): readonly [open: Html, close: Html] {
  const url = safeHtmlUrl(href) ?? placeUrl(href, context)
  if (url === undefined) return [html`<span class="reference" title="${decoded(href)}">`, html`</span>`]
  return [openLinkHtml(url), html`</a>`]
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

const fence = /^---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/

/** The YAML at the start of a Markdown file as a table, and the rest of the text. */
function frontMatter(source: string): {readonly table: Html; readonly body: string} {
  const found = source.startsWith('---') ? fence.exec(source) : undefined
  const rows = found ? rowsOf(found[1] ?? '') : undefined
  if (!found || !rows) return {table: noHtml, body: source}
  const items = rows.map(
    ([key, lines]) => html`<tr><th scope="row">${key}</th><td>${lines.join('\n')}</td></tr>`,
  )
  return {
    table: html`<table class="front-matter">${items}</table>\n`,
    body: source.slice(found[0].length),
  }
}

/** Keys of the first level with their lines; undefined if there is anything else. */
function rowsOf(yaml: string): readonly (readonly [string, readonly string[]])[] | undefined {
  const rows: [string, string[]][] = []
  for (const line of yaml.split(/\r?\n/)) {
    const pair = /^([\w$][\w .$-]{0,80}?):(?:\s+(.*))?$/.exec(line)
    const last = rows.at(-1)
    if (pair) rows.push([pair[1] ?? '', pair[2] === undefined ? [] : [unquoted(pair[2])]])
    else if (last && /^(?:\s|- |-$|#|$)/.test(line)) last[1].push(line)
    else return undefined
  }
  return rows.length === 0 ? undefined : rows
}

const unquoted = (value: string): string => /^(["'])([^"'\\]*)\1$/.exec(value.trim())?.[2] ?? value.trim()
