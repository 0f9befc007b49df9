import {
  base64Bytes,
  type DiffLine,
  drawNode,
  formatBytes,
  formatCount,
  formatJson,
  type ImageSize,
  imageSize,
  type MediaSource,
  type Node,
  type NodeHandlers,
  type NodeOf,
} from '../../../page/index.ts'
import {codeLines, numbered} from '../code-lines.ts'
import {fewRows} from '../few-rows.ts'
import {glyphsFor} from '../glyphs.ts'
import {hang, indent} from '../indent.ts'
import {linkText} from '../inline-text.ts'
import type {Look, NodeContext} from '../look.ts'
import {markdown} from '../markdown.ts'
import {measure} from '../measure.ts'
import {picture} from '../picture.ts'
import {rowsFor} from '../row-limits.ts'
import {sanitizeAnsi, sanitizeLine, sanitizeText, splitLines} from '../sanitize.ts'
import {tableLines} from '../table-lines.ts'
import {wrap, wrapLine} from '../wrap.ts'

/** What a program printed, in its own colours where colour is wanted. Where it has none, errors are in ours. */
function ansi(node: NodeOf<'ansi'>, {look, width}: NodeContext): readonly string[] {
  const {paint} = look
  const safe = paint.keepsColor ? sanitizeAnsi(node.text) : sanitizeText(node.text)
  const lines = splitLines(safe).flatMap((line) => wrapLine(line, width))
  return node.tone === 'error' && paint.keepsColor && !safe.includes('\u001b') ? lines.map(paint.bad) : lines
}

/** A question and what could be answered, the answer marked. */
function choice(node: NodeOf<'choice'>, {look, glyphs, width}: NodeContext): readonly string[] {
  const {paint} = look
  return [
    ...wrap(sanitizeText(node.question), width).map(paint.strong),
    ...node.choices.flatMap(({label, description, chosen}) => {
      const name = sanitizeLine(label)
      const more =
        description === undefined ? '' : ` ${paint.dim(`${glyphs.dot} ${sanitizeLine(description)}`)}`
      const mark = chosen ? paint.good(glyphs.chosen) : paint.dim(glyphs.open)
      return hang(width, `${mark} `, `${chosen ? paint.good(name) : name}${more}`)
    }),
  ]
}

/** Source code. */
const code = (node: NodeOf<'code'>, context: NodeContext): readonly string[] =>
  codeLines(node.code, node.language, node.firstLine, context)

/** Changed lines with the number they have now, or had, and a mark where lines between are not shown. */
function diff(node: NodeOf<'diff'>, context: NodeContext): readonly string[] {
  const {paint} = context.look
  const signs = {'+': '+', '-': context.glyphs.minus, ' ': ' '} as const
  const drawn = (line: DiffLine): string => {
    const text = `${signs[line.sign]} ${oneLine(line.text)}`
    return line.sign === '+' ? paint.good(text) : line.sign === '-' ? paint.bad(text) : text
  }
  const lines = node.hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [{number: undefined, line: paint.dim(context.glyphs.gap)}]),
    ...hunk.lines.map((line) => ({number: line.newLine ?? line.oldLine, line: drawn(line)})),
  ])
  return numbered(lines, context)
}

/** A line of a file keeps its indentation; what would break it in two does not break the gutter. */
const oneLine = (text: string): string => {
  const safe = sanitizeText(text)
  return safe.includes('\n') ? sanitizeLine(text) : safe
}

/** Each value behind its name. A value with lines of its own stands below it, indented. */
function fields(node: NodeOf<'fields'>, {look, width}: NodeContext): readonly string[] {
  return node.fields.flatMap(({label, value}) => {
    const name = `${sanitizeLine(label)}:`
    const painted = look.paint.dim(name)
    const lines = splitLines(sanitizeText(value))
    if (lines.length < 2)
      return wrapLine(`${painted} ${lines[0] ?? ''}`.trimEnd(), width, hangingOf(name, lines[0] ?? '', width))
    return [...wrapLine(painted, width), ...indent(width, '  ', '  ', (room) => wrap(lines.join('\n'), room))]
  })
}

/** Values stand under each other where their names leave them the room: paths are broken as little as can be. */
const hangingOf = (name: string, value: string, width: number): number => {
  const columns = measure(name) + 1
  const fits = value.split(' ').every((word) => measure(word) <= width - columns)
  return columns <= width / 3 && fits ? columns : 2
}

/** A heading with what belongs to it. Nothing can be unfolded in a terminal, so a beginning of what is folded is shown. */
function group(node: NodeOf<'group'>, {look, width, draw}: NodeContext): readonly string[] {
  const title = sanitizeLine(node.title)
  return [
    ...(title === '' ? [] : wrapLine(title, width).map(look.paint.strong)),
    ...indent(width, '  ', '  ', (room) => {
      const rows = draw(node.nodes, room)
      return node.folded ? fewRows(rows, rowsFor('folded', look), look, room) : rows
    }),
  ]
}

/** A picture by name, kind and size, and drawn below where the terminal was said to draw pictures. */
function image(node: NodeOf<'image'>, {look, glyphs, width}: NodeContext): readonly string[] {
  const {source} = node
  const size = source.kind === 'base64' ? imageSize(source.data) : undefined
  const facts = [node.alt, ...factsOf(source, size, glyphs.times)].map(sanitizeLine).filter(Boolean)
  const named = hang(width, `${glyphs.picture} `, facts.join(` ${glyphs.dot} `))
  if (source.kind !== 'base64' || !size || look.pictures === 'none') return named
  return [...named, picture(source.data, size, look.pictures, width) ?? []].flat()
}

function factsOf(source: MediaSource, size: ImageSize | undefined, times: string): readonly string[] {
  switch (source.kind) {
    case 'base64':
      return [
        size?.type ?? source.mediaType,
        formatBytes(base64Bytes(source.data)),
        size ? `${size.width}${times}${size.height}` : '',
      ]
    case 'url':
      return [/^https?:/i.test(source.url) ? source.url : '']
    case 'file':
      return [source.fileId]
    case 'text':
      return [source.mediaType, `${formatCount(source.text.length)} characters`]
    case 'unknown':
      return []
  }
}

/** A link with its address, so that it can be opened from any terminal. */
const link = (node: NodeOf<'link'>, {look, width}: NodeContext): readonly string[] =>
  wrapLine(linkText(sanitizeLine(node.text), node.url, look.paint), width)

/** A remark behind the mark of its level. One that says what was left out needs no other mark. */
function note(node: NodeOf<'note'>, {look, glyphs, width}: NodeContext): readonly string[] {
  const {dim, good, warning, bad} = look.paint
  const pen = {info: dim, success: good, warning, error: bad}[node.level]
  const text = sanitizeText(node.text).replaceAll('…', glyphs.ellipsis)
  const mark = text.startsWith(glyphs.ellipsis) ? '' : `${glyphs.notes[node.level]} `
  return hang(width, mark, text).map(pen)
}

/** Markdown. */
const prose = (node: NodeOf<'prose'>, context: NodeContext): readonly string[] =>
  markdown(node.markdown, context)

/** A value as JSON. */
const raw = (node: NodeOf<'raw'>, context: NodeContext): readonly string[] =>
  codeLines(formatJson(node.value), 'json', undefined, context)

/** A table; columns of nothing but numbers end at the same column. */
function table(node: NodeOf<'table'>, context: NodeContext): readonly string[] {
  const rows = node.rows.map((row) => row.map(sanitizeText))
  return tableLines({head: node.head.map(sanitizeText), rows, right: numeric(rows)}, context)
}

const number = /^[-+−$€£]?\d[\d,. ]{0,30}(?:%|[a-zA-Z]{1,3})?$/

function numeric(rows: readonly (readonly string[])[]): ReadonlySet<number> {
  const first = rows[0] ?? []
  return new Set(
    first.flatMap((_cell, index) => (rows.every((row) => number.test(row[index] ?? '')) ? [index] : [])),
  )
}

/** Text as it stands, in the colour of its tone. */
function text(node: NodeOf<'text'>, {look, width}: NodeContext): readonly string[] {
  const lines = splitLines(sanitizeText(node.text)).flatMap((line) => wrapLine(line, width))
  if (node.tone === 'plain' || !look.paint.keepsColor) return lines
  return lines.map(node.tone === 'dim' ? look.paint.dim : look.paint.bad)
}

/** What there is to do, each with its mark; what is done is out of the way, what is being done stands out. */
function todo(node: NodeOf<'todo'>, {look, glyphs, width}: NodeContext): readonly string[] {
  const {paint} = look
  const pens = {pending: undefined, 'in-progress': paint.strong, completed: paint.dim, cancelled: paint.dim}
  return node.items.flatMap(({text, status, priority}) => {
    const urgency = priority === undefined ? '' : `[${sanitizeLine(priority).toUpperCase()}] `
    const lines = hang(width, `${glyphs.todo[status]} `, urgency + sanitizeText(text))
    const pen = pens[status]
    return pen ? lines.map(pen) : lines
  })
}

const handlers: NodeHandlers<readonly string[], NodeContext> = {
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
 * leaves here holds no control sequence but colours, and pictures where the look asks for them.
 */
export function renderNodes(nodes: readonly Node[], look: Look, width: number): readonly string[] {
  const context: NodeContext = {
    look,
    glyphs: glyphsFor(look),
    width: Math.max(1, Math.floor(width)),
    draw: (inner, room) => renderNodes(inner, look, room),
  }
  const lines: string[] = []
  for (const node of nodes) for (const line of drawNode(handlers, node, context)) lines.push(line)
  return lines
}
