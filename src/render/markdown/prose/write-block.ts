import type {ProseBlock} from '../../../page/prose.ts'
import {guardLines} from '../escape-text.ts'
import {fence} from '../fence.ts'
import {headingBlock} from '../heading-block.ts'
import type {MarkdownContext} from '../markdown-context.ts'
import {quote} from '../quote.ts'
import {sanitizeText} from '../sanitize.ts'
import {writeInline} from './write-inline.ts'
import {writeList} from './write-list.ts'
import {writeTable} from './write-table.ts'

/** What the blocks of one text have in common. */
export interface ProseContext {
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
export const writeBlocks = (blocks: readonly ProseBlock[], prose: ProseContext): readonly string[] =>
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
  const quoted = quote(writeBlocks(children, prose))
  return [quoted.replace(alert, '> [!$1]')]
}

function code({token}: ProseBlock): readonly string[] {
  return fence(sanitizeText(token.content), token.type === 'fence' ? token.info.trim() : undefined, true)
}
