import {maxProseCharacters, type ProseBlock, parseProse} from '../../../page/text/parse-prose.ts'
import type {TerminalNodeContext} from '../terminal-options.ts'
import {fillLeft, measure} from '../text/measure.ts'
import {sanitizeTerminalLine, sanitizeTerminalText} from '../text/sanitize.ts'
import {wrapText} from '../text/wrap.ts'
import {codeLines} from './code-lines.ts'
import {indentLines} from './indent-lines.ts'
import {inlineText} from './inline-text.ts'
import {tableLines} from './table-lines.ts'

/** Markdown rendered for a terminal. Line ends inside a paragraph are kept. */
export function renderTerminalMarkdown(source: string, context: TerminalNodeContext): readonly string[] {
  const safe = sanitizeTerminalText(source)
  if (safe.length > maxProseCharacters) return wrapText(safe, context.width)
  return joined(parseProse(safe), context)
}

type Drawer = (block: ProseBlock, context: TerminalNodeContext) => readonly string[]

const drawers: ReadonlyMap<string, Drawer> = new Map<string, Drawer>([
  ['heading_open', heading],
  ['bullet_list_open', list],
  ['ordered_list_open', list],
  ['blockquote_open', quote],
  ['table_open', table],
  ['fence', fence],
  ['code_block', fence],
  ['hr', (_block, {options, glyphs, width}) => [options.paint.dim(glyphs.rule.repeat(width))]],
  ['inline', ({token}, context) => wrapText(inlineText(token, context), context.width)],
])

const draw: Drawer = (block, context) =>
  drawers.get(block.token.type)?.(block, context) ?? block.children.flatMap((child) => draw(child, context))

/** Blocks with an empty line between them, but for the tight items of a list. */
function joined(blocks: readonly ProseBlock[], context: TerminalNodeContext): readonly string[] {
  return blocks.flatMap((block, index) => {
    const lines = draw(block, context)
    return index === 0 || blocks[index - 1]?.token.hidden || lines.length === 0 ? lines : ['', ...lines]
  })
}

/** Without colour the marks that were written say that it is one. */
function heading({token, children}: ProseBlock, context: TerminalNodeContext): readonly string[] {
  const {paint} = context.options
  const lines = (room: number): readonly string[] =>
    children.flatMap((child) => draw(child, {...context, width: room}))
  const pen = (line: string): string => paint.strong(token.tag === 'h1' ? paint.underline(line) : line)
  if (paint.keepsColor) return lines(context.width).map(pen)
  const mark = `${'#'.repeat(Number(token.tag.slice(1)))} `
  return indentLines(context.width, mark, ' '.repeat(mark.length), lines)
}

function list({token, children}: ProseBlock, context: TerminalNodeContext): readonly string[] {
  const {glyphs, width} = context
  const first = Number(token.attrGet('start') ?? 1)
  const digits = `${first + children.length - 1}.`.length
  const tight = children.every((item) =>
    item.children.every((block) => block.token.type !== 'paragraph_open' || block.token.hidden),
  )
  return children.flatMap((item, index) => {
    const number = token.type === 'ordered_list_open' ? fillLeft(`${first + index}.`, digits) : glyphs.bullet
    const mark = `${taskMark(item, context) ?? number} `
    const lines = indentLines(width, mark, ' '.repeat(measure(mark)), (room) =>
      joined(item.children, {...context, width: room}),
    )
    const shown = lines.length === 0 ? [mark.trimEnd()] : lines
    return index === 0 || tight ? shown : ['', ...shown]
  })
}

/** `[x] done` as people write it into lists. The box becomes the mark and leaves the text. */
function taskMark(item: ProseBlock, {glyphs}: TerminalNodeContext): string | undefined {
  const text = item.children[0]?.children[0]?.token.children?.[0]
  const box = text?.type === 'text' ? /^\[([ xX])\] /.exec(text.content) : undefined
  if (!text || !box) return undefined
  text.content = text.content.slice(4)
  return glyphs.todo[box[1] === ' ' ? 'pending' : 'completed']
}

function quote({children}: ProseBlock, context: TerminalNodeContext): readonly string[] {
  const gutter = `${context.options.paint.dim(context.glyphs.quote)} `
  return indentLines(context.width, gutter, gutter, (room) => joined(children, {...context, width: room}))
}

function fence({token}: ProseBlock, context: TerminalNodeContext): readonly string[] {
  const gutter = `${context.options.paint.dim(context.glyphs.code)} `
  const language =
    sanitizeTerminalLine(token.info)
      .trim()
      .split(/[\s{,:]/, 1)[0] || undefined
  return indentLines(context.width, gutter, gutter, (room) =>
    codeLines(token.content, language, undefined, {...context, width: room}),
  )
}

function table({children}: ProseBlock, context: TerminalNodeContext): readonly string[] {
  const rows = children.flatMap((part) => part.children.map((row) => row.children))
  const cells = rows.map((row) =>
    row.map((cell) => cell.children.map(({token}) => inlineText(token, context)).join(' ')),
  )
  const [head = [], ...rest] = cells
  const right = new Set(
    (rows[0] ?? []).flatMap((cell, index) =>
      cell.token.attrGet('style') === 'text-align:right' ? [index] : [],
    ),
  )
  return tableLines({head, rows: rest, right}, context)
}
