import {
  type DiffLine,
  drawNode,
  formatJson,
  mediaFacts,
  type Node,
  type NodeHandlers,
  type NodeOf,
  numericColumns,
  readImageSize,
} from '../../../page/index.ts'
import {limitRows} from '../entry/limit-rows.ts'
import {maxPartRows} from '../entry/row-limits.ts'
import type {TerminalNodeContext, TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'
import {measure} from '../text/measure.ts'
import {
  sanitizeTerminalAnsi,
  sanitizeTerminalLine,
  sanitizeTerminalText,
  splitTextLines,
} from '../text/sanitize.ts'
import {wrapLine, wrapText} from '../text/wrap.ts'
import {codeLines, numberedLines} from './code-lines.ts'
import {hangingLines, indentLines} from './indent-lines.ts'
import {linkText} from './inline-text.ts'
import {renderTerminalMarkdown} from './render-markdown.ts'
import {tableLines} from './table-lines.ts'
import {terminalImage} from './terminal-image.ts'

/** What a program printed, in its own colours where colour is wanted. Where it has none, errors are in ours. */
function ansi(node: NodeOf<'ansi'>, {options, width}: TerminalNodeContext): readonly string[] {
  const {paint} = options
  const safe = paint.keepsColor ? sanitizeTerminalAnsi(node.text) : sanitizeTerminalText(node.text)
  const lines = splitTextLines(safe).flatMap((line) => wrapLine(line, width))
  return node.tone === 'error' && paint.keepsColor && !safe.includes('\u001b') ? lines.map(paint.bad) : lines
}

/** A question and what could be answered, the answer marked. */
function choice(node: NodeOf<'choice'>, {options, glyphs, width}: TerminalNodeContext): readonly string[] {
  const {paint} = options
  return [
    ...wrapText(sanitizeTerminalText(node.question), width).map(paint.strong),
    ...node.choices.flatMap(({label, description, chosen}) => {
      const name = sanitizeTerminalLine(label)
      const more =
        description === undefined ? '' : ` ${paint.dim(`${glyphs.dot} ${sanitizeTerminalLine(description)}`)}`
      const mark = chosen ? paint.good(glyphs.chosen) : paint.dim(glyphs.open)
      return hangingLines(width, `${mark} `, `${chosen ? paint.good(name) : name}${more}`)
    }),
  ]
}

/** Source code. */
const code = (node: NodeOf<'code'>, context: TerminalNodeContext): readonly string[] =>
  codeLines(node.code, node.language, node.firstLine, context)

/** Changed lines with the number they have now, or had, and a mark where lines between are not shown. */
function diff(node: NodeOf<'diff'>, context: TerminalNodeContext): readonly string[] {
  const {paint} = context.options
  const signs = {'+': '+', '-': context.glyphs.minus, ' ': ' '} as const
  const drawn = (line: DiffLine): string => {
    const text = `${signs[line.sign]} ${oneLine(line.text)}`
    return line.sign === '+' ? paint.good(text) : line.sign === '-' ? paint.bad(text) : text
  }
  const lines = node.hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [{number: undefined, line: paint.dim(context.glyphs.gap)}]),
    ...hunk.lines.map((line) => ({number: line.newLine ?? line.oldLine, line: drawn(line)})),
  ])
  return numberedLines(lines, context)
}

/** A line of a file keeps its indentation; what would break it in two does not break the gutter. */
const oneLine = (text: string): string => {
  const safe = sanitizeTerminalText(text)
  return safe.includes('\n') ? sanitizeTerminalLine(text) : safe
}

/** Each value behind its name. A value of several lines is below it, indented. */
function fields(node: NodeOf<'fields'>, {options, width}: TerminalNodeContext): readonly string[] {
  return node.fields.flatMap(({label, value}) => {
    const name = `${sanitizeTerminalLine(label)}:`
    const painted = options.paint.dim(name)
    const lines = splitTextLines(sanitizeTerminalText(value))
    if (lines.length < 2)
      return wrapLine(`${painted} ${lines[0] ?? ''}`.trimEnd(), width, hangingOf(name, lines[0] ?? '', width))
    return [
      ...wrapLine(painted, width),
      ...indentLines(width, '  ', '  ', (room) => wrapText(lines.join('\n'), room)),
    ]
  })
}

/** Values stand under each other where their names leave them the room: paths are broken as little as can be. */
const hangingOf = (name: string, value: string, width: number): number => {
  const columns = measure(name) + 1
  const fits = value.split(' ').every((word) => measure(word) <= width - columns)
  return columns <= width / 3 && fits ? columns : 2
}

/** A heading with what belongs to it. Nothing can be unfolded in a terminal, so a beginning of what is folded is shown. */
function group(node: NodeOf<'group'>, {options, width}: TerminalNodeContext): readonly string[] {
  const title = sanitizeTerminalLine(node.title)
  return [
    ...(title === '' ? [] : wrapLine(title, width).map(options.paint.strong)),
    ...indentLines(width, '  ', '  ', (room) => {
      const rows = renderTerminalNodes(node.nodes, options, room)
      return node.folded ? limitRows(rows, maxPartRows('folded', options), options, room) : rows
    }),
  ]
}

/** An image by name, kind and size, and drawn below where the terminal was said to draw images. */
function image(node: NodeOf<'image'>, {options, glyphs, width}: TerminalNodeContext): readonly string[] {
  const {source} = node
  const size = source.kind === 'base64' ? readImageSize(source.data) : undefined
  const imageFacts =
    source.kind === 'url' && /^https?:/i.test(source.url)
      ? [source.url]
      : size
        ? [`${size.width}${glyphs.times}${size.height}`]
        : []
  const facts = [node.alt, ...mediaFacts(source), ...imageFacts].map(sanitizeTerminalLine).filter(Boolean)
  const named = hangingLines(width, `${glyphs.image} `, facts.join(` ${glyphs.dot} `))
  if (source.kind !== 'base64' || !size || options.images === 'none') return named
  return [...named, terminalImage(source.data, size, options.images, width) ?? []].flat()
}

/** A link with its address, so that it can be opened from any terminal. */
const link = (node: NodeOf<'link'>, {options, width}: TerminalNodeContext): readonly string[] =>
  wrapLine(linkText(sanitizeTerminalLine(node.text), node.url, options.paint), width)

/** A remark behind the mark of its level. One that says what was left out needs no other mark. */
function note(node: NodeOf<'note'>, {options, glyphs, width}: TerminalNodeContext): readonly string[] {
  const {dim, good, warning, bad} = options.paint
  const pen = {info: dim, success: good, warning, error: bad}[node.level]
  const text = sanitizeTerminalText(node.text).replaceAll('…', glyphs.ellipsis)
  const mark = text.startsWith(glyphs.ellipsis) ? '' : `${glyphs.notes[node.level]} `
  return hangingLines(width, mark, text).map(pen)
}

/** Markdown. */
const prose = (node: NodeOf<'prose'>, context: TerminalNodeContext): readonly string[] =>
  renderTerminalMarkdown(node.markdown, context)

/** A value as JSON. */
const raw = (node: NodeOf<'raw'>, context: TerminalNodeContext): readonly string[] =>
  codeLines(formatJson(node.value), 'json', undefined, context)

/** A table; columns of nothing but numbers end at the same column. */
function table(node: NodeOf<'table'>, context: TerminalNodeContext): readonly string[] {
  const rows = node.rows.map((row) => row.map(sanitizeTerminalText))
  return tableLines({head: node.head.map(sanitizeTerminalText), rows, right: numericColumns(rows)}, context)
}

/** Text without markup, in the colour of its tone. */
function text(node: NodeOf<'text'>, {options, width}: TerminalNodeContext): readonly string[] {
  const lines = splitTextLines(sanitizeTerminalText(node.text)).flatMap((line) => wrapLine(line, width))
  if (node.tone === 'plain' || !options.paint.keepsColor) return lines
  return lines.map(node.tone === 'dim' ? options.paint.dim : options.paint.bad)
}

/** What there is to do, each with its mark; what is done is out of the way, what is being done is bold. */
function todo(node: NodeOf<'todo'>, {options, glyphs, width}: TerminalNodeContext): readonly string[] {
  const {paint} = options
  const pens = {pending: undefined, 'in-progress': paint.strong, completed: paint.dim, cancelled: paint.dim}
  return node.items.flatMap(({text, status, priority}) => {
    const urgency = priority === undefined ? '' : `[${sanitizeTerminalLine(priority).toUpperCase()}] `
    const lines = hangingLines(width, `${glyphs.todo[status]} `, urgency + sanitizeTerminalText(text))
    const pen = pens[status]
    return pen ? lines.map(pen) : lines
  })
}

const handlers: NodeHandlers<readonly string[], TerminalNodeContext> = {
  ansi,
  choice,
  code,
  diff,
  fields,
  group,
  image,
  link,
  note,
  prose,
  raw,
  table,
  text,
  todo,
}

/**
 * Draws nodes as lines, none of them wider than `width` columns (from 2 on). The text in nodes is hostile: what
 * leaves here contains no control sequence but colours, and images where the look asks for them.
 */
export function renderTerminalNodes(
  nodes: readonly Node[],
  options: TerminalOptions,
  width: number,
): readonly string[] {
  const context: TerminalNodeContext = {
    options,
    glyphs: glyphsFor(options),
    width: Math.max(1, Math.floor(width)),
  }
  const lines: string[] = []
  for (const node of nodes) for (const line of drawNode(handlers, node, context)) lines.push(line)
  return lines
}
