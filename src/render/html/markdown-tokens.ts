import type {Token} from 'markdown-it'
import {anchor} from './anchor.ts'
import {codeBlock} from './code-block.ts'
import {escapeHtml} from './escape.ts'
import {linkReferences} from './git-links.ts'
import type {HtmlContext} from './html-context.ts'
import {openLink} from './markdown-link.ts'
import {safeUrl} from './safe-url.ts'

/** Tokens that are a tag and nothing else. */
const tags: ReadonlyMap<string, string> = new Map([
  ['paragraph_open', '<p>'],
  ['paragraph_close', '</p>\n'],
  ['bullet_list_open', '<ul>\n'],
  ['bullet_list_close', '</ul>\n'],
  ['ordered_list_close', '</ol>\n'],
  ['list_item_close', '</li>\n'],
  ['blockquote_open', '<blockquote>\n'],
  ['blockquote_close', '</blockquote>\n'],
  ['hr', '<hr>\n'],
  ['table_open', '<div class="scroll" tabindex="0"><table>'],
  ['table_close', '</table></div>\n'],
  ['thead_open', '<thead>'],
  ['thead_close', '</thead>'],
  ['tbody_open', '<tbody>'],
  ['tbody_close', '</tbody>'],
  ['tr_open', '<tr>'],
  ['tr_close', '</tr>\n'],
  ['th_close', '</th>'],
  ['td_close', '</td>'],
  ['em_open', '<em>'],
  ['em_close', '</em>'],
  ['strong_open', '<strong>'],
  ['strong_close', '</strong>'],
  ['s_open', '<s>'],
  ['s_close', '</s>'],
  ['softbreak', '<br>\n'],
  ['hardbreak', '<br>\n'],
])

/** What is open while tokens are written one after the other. */
interface State {
  readonly context: HtmlContext
  /** How each open link is closed; a link does not stand in a link. */
  readonly links: string[]
}

type Writer = (token: Token, state: State, tokens: readonly Token[], index: number) => string

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['inline', ({children}, state) => write(children ?? [], state)],
  ['text', ({content}, state) => words(content, state)],
  ['code_inline', ({content}, state) => `<code>${words(content, state)}</code>`],
  ['heading_open', ({tag}) => `<${headingTag(tag)} class="heading-${tag.slice(1)}">`],
  ['heading_close', ({tag}) => `</${headingTag(tag)}>\n`],
  ['ordered_list_open', (token) => `<ol${startOf(token)}>\n`],
  ['list_item_open', (_token, _state, tokens, index) => listItem(tokens[index + 2])],
  ['th_open', (token) => `<th${alignOf(token)}>`],
  ['td_open', (token) => `<td${alignOf(token)}>`],
  ['fence', ({content, info}) => codeBlock(content, info.trim().split(/[\s{,:]/, 1)[0])],
  ['code_block', ({content}) => codeBlock(content, undefined)],
  ['image', picture],
  ['link_open', link],
  ['link_close', (_token, {links}) => links.pop() ?? ''],
])

/** Tokens of Markdown as HTML: only what has a place in these tables becomes a tag. */
export const markdownTokens = (tokens: readonly Token[], context: HtmlContext): string =>
  write(tokens, {context, links: []})

function write(tokens: readonly Token[], state: State): string {
  let html = ''
  for (const [index, token] of tokens.entries()) {
    if (token.hidden) continue
    html +=
      tags.get(token.type) ??
      writers.get(token.type)?.(token, state, tokens, index) ??
      escapeHtml(token.content)
  }
  return html
}

const noLinks = {gitLink: undefined, folder: undefined} as const

const words = (text: string, {context, links}: State): string =>
  linkReferences(text, links.length === 0 ? context : noLinks)

/** A page's own headings stand above those of what somebody wrote: its title, turns and entries. */
const headingTag = (tag: string): string => `h${Math.min(6, Number(tag.slice(1)) + 3)}`

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '')

function startOf(token: Token): string {
  const start = Number(attribute(token, 'start') || 1)
  return start === 1 ? '' : ` start="${start}"`
}

/** The parser would write a style, which a page does not allow. */
function alignOf(token: Token): string {
  const align = /^text-align:(right|center)$/.exec(attribute(token, 'style'))
  return align ? ` class="align-${align[1]}"` : ''
}

/** `[x] done` as people write it into lists. The box becomes the mark and leaves the text. */
function listItem(first: Token | undefined): string {
  const text = first?.type === 'inline' ? first.children?.[0] : undefined
  const box = text?.type === 'text' ? /^\[([ xX])\] /.exec(text.content) : undefined
  if (!text || !box) return '<li>'
  text.content = text.content.slice(4)
  const [glyph, word] = box[1] === ' ' ? ['☐', 'to do'] : ['☑', 'done']
  return `<li class="task"><span class="glyph" aria-hidden="true">${glyph}</span> <span class="unseen">${word}: </span>`
}

/** Pictures of other hosts would tell them who reads the page. */
function picture(token: Token, {links}: State): string {
  const source = safeUrl(attribute(token, 'src'))
  const alt = escapeHtml(token.content || 'picture')
  const named = `<span class="glyph" aria-hidden="true">▣</span> ${alt}`
  if (source === undefined || links.length > 0)
    return `<span class="picture" title="${escapeHtml(attribute(token, 'src'))}">${named}</span>`
  return anchor(source, named, 'picture')
}

function link(token: Token, {context, links}: State): string {
  const [open, close] = links.length > 0 ? ['', ''] : openLink(attribute(token, 'href'), context)
  links.push(close)
  return open
}
