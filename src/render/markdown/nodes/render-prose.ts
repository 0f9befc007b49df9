import {sanitizeText} from '../../../page/index.ts'
import {maxProseCharacters, type ProseBlock, parseProse} from '../../../page/text/parse-prose.ts'
import type {MarkdownContext} from '../markdown-options.ts'
import {headingBlock, joinBlocks, quoteBlock, tableBlock} from '../text/blocks.ts'
import {codeFence} from '../text/code-fence.ts'
import {guardLines} from '../text/escape-markdown.ts'
import {writeInline} from './write-inline.ts'

/** What may be more than a word, anywhere or at the beginning of a line. */
const marked = /[\\`*_[\]<>&~|%@#=+\t]|:\/\/|^[\s\d:-]| \n|\n[ \d:-]/

/**
 * Markdown from a transcript, written again: it says the same, but cannot affect what follows. Fences are closed, HTML is
 * text, used definitions are part of their links, remote images are links, and no heading is above `proseLevel`.
 */
export function renderMarkdownProse(markdown: string, context: MarkdownContext): readonly string[] {
  const safe = sanitizeText(markdown)
  if (safe.length > maxProseCharacters) return codeFence(safe, 'markdown')
  if (context.gitLink === undefined && !marked.test(safe)) return paragraphs(safe)
  const blocks = parseProse(safe)
  const shift = Math.max(0, context.proseLevel - highestHeading(blocks))
  return writeBlocks(blocks, {context, shift})
}

function highestHeading(blocks: readonly ProseBlock[]): number {
  return blocks.reduce(
    (highest, {token, children}) =>
      token.type === 'heading_open'
        ? Math.min(highest, Number(token.tag.slice(1)))
        : Math.min(highest, highestHeading(children)),
    6,
  )
}

/** Half of all that is said is nothing but words, and needs no parser. */
const paragraphs = (text: string): readonly string[] =>
  text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')

/** What the blocks of one text have in common. */
interface ProseContext {
  readonly context: MarkdownContext
  /** How far its headings are moved down. */
  readonly shift: number
}

type Writer = (block: ProseBlock, prose: ProseContext) => readonly string[]

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['heading_open', heading],
  ['bullet_list_open', writeList],
  ['ordered_list_open', writeList],
  ['blockquote_open', blockquote],
  ['table_open', writeTable],
  ['fence', code],
  ['code_block', code],
  // Unlike `---` and `***`, this is one behind the mark of a list too.
  ['hr', () => ['___']],
  ['inline', paragraph],
])

/** The blocks of a text, each without an end of its last line. */
const writeBlocks = (blocks: readonly ProseBlock[], prose: ProseContext): readonly string[] =>
  blocks.flatMap(
    (block) => writers.get(block.token.type)?.(block, prose) ?? writeBlocks(block.children, prose),
  )

function paragraph({token}: ProseBlock, {context}: ProseContext): readonly string[] {
  const text = writeInline(token, context, 'paragraph')
  return text.trim() === '' ? [] : [guardLines(text).trimEnd()]
}

function heading({token, children}: ProseBlock, {context, shift}: ProseContext): readonly string[] {
  const text = children.map((child) => writeInline(child.token, context, 'heading')).join('')
  return headingBlock(Number(token.tag.slice(1)) + shift, text)
}

/** A kind of quotation that GitHub and Obsidian set apart. */
const alert = /^> \\\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\\\](?=\n|$)/

function blockquote({children}: ProseBlock, prose: ProseContext): readonly string[] {
  const quoted = quoteBlock(writeBlocks(children, prose))
  return [quoted.replace(alert, '> [!$1]')]
}

function code({token}: ProseBlock): readonly string[] {
  return codeFence(sanitizeText(token.content), token.type === 'fence' ? token.info.trim() : undefined, true)
}

/** A longer number is none. */
const highest = 999_999_999

/** A list with the marks it was written with, so that two lists in a row stay two. */
function writeList({token, children}: ProseBlock, prose: ProseContext): readonly string[] {
  const tight = children.every((item) =>
    item.children.every((block) => block.token.type !== 'paragraph_open' || block.token.hidden),
  )
  const start = Number(token.attrGet('start') ?? 1)
  const first = start + children.length > highest ? 1 : start
  const items = children.map((item, index) => {
    const mark = token.type === 'ordered_list_open' ? `${first + index}${token.markup}` : token.markup
    return `${mark} ${inside(writeItem(item, prose, tight), mark.length + 1)}`.trimEnd()
  })
  return [items.join(tight ? '\n' : '\n\n')]
}

const task = /^\\\[([ xX])\\\](?= )/

function writeItem({children}: ProseBlock, prose: ProseContext, tight: boolean): string {
  const blocks = children.map((child) => ({child, text: joinBlocks(writeBlocks([child], prose))}))
  let text = ''
  for (const [index, {text: next}] of blocks.entries()) {
    if (next === '') continue
    const close = tight && blocks[index - 1]?.child.token.type === 'paragraph_open' && follows.test(next)
    text += `${text === '' ? '' : close ? '\n' : '\n\n'}${next}`
  }
  return text.replace(task, '[$1]')
}

/** Lines that end a paragraph above them. */
const follows = /^(?:[-*+] \S|1[.)] \S|`{3}|~{3})/

const inside = (text: string, width: number): string => text.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`)

/** A table, with its columns set as they were. */
function writeTable({children}: ProseBlock, {context}: ProseContext): readonly string[] {
  const rows = children.flatMap((part) => part.children.map((row) => row.children))
  const cells = rows.map((row) =>
    row.map((cell) => cell.children.map(({token}) => writeInline(token, context, 'cell')).join(' ')),
  )
  const right = (rows[0] ?? []).flatMap(({token}, index) =>
    token.attrGet('style') === 'text-align:right' ? [index] : [],
  )
  const [head = [], ...rest] = cells
  return [tableBlock(head, rest, new Set(right))]
}
