import type {Token} from 'markdown-it'
import {sanitizeLine, sanitizeText} from '../../../page/index.ts'
import {findGitReferences, type GitLinkOptions} from '../../../page/text/git-references.ts'
import type {MarkdownContext} from '../markdown-options.ts'
import {inlineMarkdownCode} from '../text/code-fence.ts'
import {escapeLinkTitle, escapeMarkdown} from '../text/escape-markdown.ts'
import {joinToCode, type LinePart} from '../text/quiet-mentions.ts'
import {safeMarkdownUrl} from '../text/safe-url.ts'

interface OpenLink {
  readonly href: string
  readonly title: string
  /** It was written as nothing but its address. */
  readonly bare: boolean
  /** The number of parts before its text. */
  readonly from: number
}

const marks: ReadonlySet<string> = new Set([
  'em_open',
  'em_close',
  'strong_open',
  'strong_close',
  's_open',
  's_close',
])

/** Where a text is: only paragraphs contain line breaks. */
type InlinePlace = 'paragraph' | 'heading' | 'cell'

/** The text of a paragraph, a heading or a cell. */
export function writeInline({children}: Token, context: MarkdownContext, place: InlinePlace): string {
  const cell = place === 'cell'
  const pieces: string[] = []
  let link: OpenLink | undefined
  for (const token of joined(children ?? [])) {
    if (token.type === 'link_open') {
      guardMark(pieces)
      link = openLink(token, pieces.length)
    } else if (token.type === 'link_close') {
      if (link) pieces.push(closeLink(pieces.splice(link.from).join(''), link, cell))
      link = undefined
    } else if (marks.has(token.type)) pieces.push(token.markup)
    else {
      const leaf =
        lineEnds.get(token.type)?.[place] ?? writeLeaf(token, context, {cell, link: link !== undefined})
      if (leaf.startsWith('[')) guardMark(pieces)
      pieces.push(leaf)
    }
  }
  return pieces.join('')
}

/** Joins escaped characters, which are separate tokens, with the text around them. */
function joined(tokens: readonly Token[]): readonly Token[] {
  const all: Token[] = []
  for (const token of tokens) {
    const last = all.at(-1)
    if (isText(token) && last && isText(last)) last.content += token.content
    else if (!isText(token) || token.content !== '') all.push(token)
  }
  const parts = all.map((token): LinePart & {readonly token: Token} => ({
    token,
    isCode: token.type === 'code_inline',
    content: isText(token) || token.type === 'code_inline' ? token.content : '',
  }))
  joinToCode(parts, 'mentions')
  for (const {token, isCode, content} of parts) if (isCode || isText(token)) token.content = content
  return all
}

const isText = ({type}: Token): boolean => type === 'text' || type === 'text_special'

/** Spaces before the end of a line would mean the same as the backslash, but stop emphasis from beginning there. */
const lineEnds: ReadonlyMap<string, Readonly<Record<InlinePlace, string>>> = new Map([
  ['softbreak', {paragraph: '\n', heading: ' ', cell: ' '}],
  ['hardbreak', {paragraph: '\\\n', heading: ' ', cell: ' '}],
])

/** An exclamation mark makes an image of the link behind it. */
function guardMark(pieces: string[]): void {
  const last = pieces.at(-1)
  if (last?.endsWith('!')) pieces[pieces.length - 1] = `${last.slice(0, -1)}\\!`
}

function writeLeaf(
  token: Token,
  context: MarkdownContext,
  place: {readonly cell: boolean; readonly link: boolean},
): string {
  switch (token.type) {
    case 'code_inline':
      return place.link
        ? inlineMarkdownCode(token.content, place.cell)
        : linkReferences(token.content, context, (text) => inlineMarkdownCode(text, place.cell), 'whole')
    case 'image':
      return pictureLink(token, place)
    default: {
      const text = sanitizeText(token.content).replace(/\n/g, ' ')
      const written = (piece: string): string => escapeMarkdown(piece, place)
      return place.link ? written(text) : linkReferences(text, context, written, 'within')
    }
  }
}

function openLink(token: Token, from: number): OpenLink {
  return {
    href: attribute(token, 'href'),
    title: attribute(token, 'title'),
    bare: token.markup === 'autolink',
    from,
  }
}

/** An unsafe link becomes text with its address. */
function closeLink(text: string, {href, title, bare}: OpenLink, cell: boolean): string {
  const url = safeMarkdownUrl(href)
  if (url === undefined) return href === '' || bare ? text : `${text} (${inlineMarkdownCode(href, cell)})`
  if (bare && url === href && !cell && /^https?:/i.test(url)) return `<${url}>`
  const words = escapeLinkTitle(title, cell)
  return `[${text}](${url}${words === '' ? '' : ` "${words}"`})`
}

/** Images of other hosts are not loaded, because that would reveal the reader to them. */
function pictureLink(token: Token, place: {readonly cell: boolean; readonly link: boolean}): string {
  const name = escapeMarkdown(sanitizeLine(token.content) || 'image', {...place, link: true})
  const url = safeMarkdownUrl(attribute(token, 'src'))
  return url === undefined || place.link ? `▣ ${name}` : `[▣ ${name}](${url})`
}

const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '')

/** Longer texts are not prose, and would take long to search. */
const maxTextLength = 10_000

/**
 * Text with links for its commits and file positions, if there are link templates. `write` must return Markdown. Code is
 * linked only completely, because links inside code do not work.
 */
function linkReferences(
  text: string,
  place: GitLinkOptions,
  write: (text: string) => string,
  where: 'whole' | 'within',
): string {
  if (text.length > maxTextLength) return write(text)
  let linked = ''
  let end = 0
  for (const reference of findGitReferences(text, place)) {
    if (where === 'whole' && reference.text.length < text.length) break
    const url = safeMarkdownUrl(reference.url)
    if (url === undefined) continue
    linked += `${write(text.slice(end, reference.at))}[${write(reference.text)}](${url})`
    end = reference.at + reference.text.length
  }
  return end === text.length && end > 0 ? linked : linked + write(text.slice(end))
}
