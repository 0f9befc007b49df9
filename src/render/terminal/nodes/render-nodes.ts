import type {DiffLine, Node, NodeHandlers} from '../../../page/index.ts'
import {drawNode, formatJson, mediaFacts, numericColumns, readImageSize} from '../../../page/index.ts'
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

/** How each kind of node is drawn, as lines. */
const handlers: NodeHandlers<readonly string[], TerminalNodeContext> = {
  /** What a program printed, in its own colours where colour is wanted. Where it has none, errors are in ours. */
  ansi(node, {options, width}) {
    const {paint} = options
    const safe = paint.keepsColor ? sanitizeTerminalAnsi(node.text) : sanitizeTerminalText(node.text)
    const lines = splitTextLines(safe).flatMap((line) => wrapLine(line, width))
    return node.tone === 'error' && paint.keepsColor && !safe.includes('\u001b')
      ? lines.map(paint.bad)
      : lines
  },
  /** A question and what could be answered, the answer marked. */
  choice(node, {options, glyphs, width}) {
    const {paint} = options
    return [
      ...wrapText(sanitizeTerminalText(node.question), width).map(paint.strong),
      ...node.choices.flatMap(({label, description, chosen}) => {
        const name = sanitizeTerminalLine(label)
        const more =
          description === undefined
            ? ''
            : ` ${paint.dim(`${glyphs.dot} ${sanitizeTerminalLine(description)}`)}`
        const mark = chosen ? paint.good(glyphs.chosen) : paint.dim(glyphs.open)
        return hangingLines(width, `${mark} `, `${chosen ? paint.good(name) : name}${more}`)
      }),
    ]
  },
  /** Source code. */
  code: (node, context) => codeLines(node.code, node.language, node.firstLine, context),
  /** Changed lines with the number they have now, or had, and a mark where lines between are not shown. */
  diff(node, context) {
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
  },
  /** Each value behind its name. A value of several lines is below it, indented. */
  fields(node, {options, width}) {
    return node.fields.flatMap(({label, value}) => {
      const name = `${sanitizeTerminalLine(label)}:`
      const painted = options.paint.dim(name)
      const lines = splitTextLines(sanitizeTerminalText(value))
      if (lines.length < 2)
        return wrapLine(
          `${painted} ${lines[0] ?? ''}`.trimEnd(),
          width,
          hangingOf(name, lines[0] ?? '', width),
        )
      return [
        ...wrapLine(painted, width),
        ...indentLines(width, '  ', '  ', (room) => wrapText(lines.join('\n'), room)),
      ]
    })
  },
  /** A heading with what belongs to it. Nothing can be expanded in a terminal, so a beginning of what is collapsed is shown. */
  group(node, {options, width}) {
    const title = sanitizeTerminalLine(node.title)
    return [
      ...(title === '' ? [] : wrapLine(title, width).map(options.paint.strong)),
      ...indentLines(width, '  ', '  ', (room) => {
        const rows = renderTerminalNodes(node.nodes, options, room)
        return node.isCollapsed ? limitRows(rows, maxPartRows('collapsed', options), options, room) : rows
      }),
    ]
  },
  /** An image by name, type and size, and drawn below if the options ask for it. */
  image(node, {options, glyphs, width}) {
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
  },
  /** A link with its address, so that it can be opened from any terminal. */
  link: (node, {options, width}) =>
    wrapLine(linkText(sanitizeTerminalLine(node.text), node.url, options.paint), width),
  /** A remark behind the mark of its level. One that says what was left out needs no other mark. */
  note(node, {options, glyphs, width}) {
    const {dim, good, warning, bad} = options.paint
    const pen = {info: dim, success: good, warning, error: bad}[node.level]
    const text = sanitizeTerminalText(node.text).replaceAll('…', glyphs.ellipsis)
    const mark = text.startsWith(glyphs.ellipsis) ? '' : `${glyphs.notes[node.level]} `
    return hangingLines(width, mark, text).map(pen)
  },
  /** Markdown. */
  prose: (node, context) => renderTerminalMarkdown(node.markdown, context),
  /** A value as JSON. */
  raw: (node, context) => codeLines(formatJson(node.value), 'json', undefined, context),
  /** A table; columns of nothing but numbers end at the same column. */
  table(node, context) {
    const rows = node.rows.map((row) => row.map(sanitizeTerminalText))
    return tableLines({head: node.head.map(sanitizeTerminalText), rows, right: numericColumns(rows)}, context)
  },
  /** Text without markup, in the colour of its tone. */
  text(node, {options, width}) {
    const lines = splitTextLines(sanitizeTerminalText(node.text)).flatMap((line) => wrapLine(line, width))
    if (node.tone === 'plain' || !options.paint.keepsColor) return lines
    return lines.map(node.tone === 'dim' ? options.paint.dim : options.paint.bad)
  },
  /** What there is to do, each with its mark; what is done is out of the way, what is being done is bold. */
  todo(node, {options, glyphs, width}) {
    const {paint} = options
    const pens = {pending: undefined, 'in-progress': paint.strong, completed: paint.dim, cancelled: paint.dim}
    return node.items.flatMap(({text, status, priority}) => {
      const urgency = priority === undefined ? '' : `[${sanitizeTerminalLine(priority).toUpperCase()}] `
      const lines = hangingLines(width, `${glyphs.todo[status]} `, urgency + sanitizeTerminalText(text))
      const pen = pens[status]
      return pen ? lines.map(pen) : lines
    })
  },
}

/** A line of a file keeps its indentation; what would break it in two does not break the gutter. */
const oneLine = (text: string): string => {
  const safe = sanitizeTerminalText(text)
  return safe.includes('\n') ? sanitizeTerminalLine(text) : safe
}

/** Values are aligned in a column if there is room, so that paths are broken as little as possible. */
const hangingOf = (name: string, value: string, width: number): number => {
  const columns = measure(name) + 1
  const fits = value.split(' ').every((word) => measure(word) <= width - columns)
  return columns <= width / 3 && fits ? columns : 2
}

/**
 * Draws nodes as lines, none of them wider than `width` columns (from 2 on). The text in nodes is hostile: what
 * is returned contains no control sequences except colours, and images if the options ask for them.
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
