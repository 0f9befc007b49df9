import {
  base64Bytes,
  drawNode,
  type Field,
  type FieldRole,
  formatBytes,
  formatCount,
  formatJson,
  type Hunk,
  type MediaSource,
  type Node,
  type NodeHandlers,
  type NodeOf,
  noteMarks,
  type TodoItem,
  todoMarks,
} from '../../../page/index.ts'
import {details, tableBlock} from '../blocks.ts'
import {escapeText, escapeWords, guardLines, quietHtmlLine} from '../escape-text.ts'
import {fence, inlineCode} from '../fence.ts'
import type {MarkdownContext} from '../markdown-options.ts'
import {renderProse} from '../prose/render-prose.ts'
import {safePictureUrl, safeUrl} from '../safe-url.ts'
import {sanitizeLine, sanitizeOutput, sanitizeText} from '../sanitize.ts'

/** What a program printed, without its colours. */
const ansi = ({text}: NodeOf<'ansi'>): readonly string[] => fence(sanitizeOutput(text), 'text')

/** A question and what could be answered, the answer marked. */
function choice({question, choices}: NodeOf<'choice'>): readonly string[] {
  const asked = sanitizeLine(question)
  const lines = choices.map(({label, description, chosen}) => {
    const words = description === undefined ? '' : ` · ${escapeText(sanitizeLine(description))}`
    return `- ${chosen ? '●' : '○'} ${escapeText(sanitizeLine(label))}${words}`
  })
  return [asked && guardLines(escapeText(asked)), lines.join('\n')].filter((block) => block !== '')
}

/** Source code. Fences have no numbers of lines, so it is said where it begins. */
function code({code: source, language, firstLine}: NodeOf<'code'>): readonly string[] {
  const block = fence(sanitizeText(source), language)
  return firstLine === undefined || firstLine <= 1 || block.length === 0
    ? block
    : [`From line ${Math.round(firstLine)}:`, ...block]
}

/** A change as `diff -u` writes it; where nobody knows the numbers of its lines, it has none. */
function diff({path, hunks}: NodeOf<'diff'>): readonly string[] {
  const file = path === undefined ? '' : sanitizeLine(path)
  const head = file === '' ? [] : [`--- ${file}`, `+++ ${file}`]
  const lines = hunks.flatMap((hunk, index) => [
    ...(isNumbered(hunk) ? [hunkHead(hunk)] : index > 0 ? ['@@ … @@'] : []),
    ...hunk.lines.map(({sign, text}) => `${sign}${sanitizeText(text).replaceAll('\n', ' ')}`),
  ])
  return lines.length === 0 ? [] : fence([...head, ...lines].join('\n'), 'diff')
}

const isNumbered = ({lines}: Hunk): boolean =>
  lines.some(({oldLine, newLine}) => oldLine !== undefined || newLine !== undefined)

function hunkHead({lines}: Hunk): string {
  const before = lines.filter(({sign}) => sign !== '+')
  const after = lines.filter(({sign}) => sign !== '-')
  const first = (numbers: readonly (number | undefined)[]): number =>
    numbers.find((n) => n !== undefined) ?? 0
  const from = `${first(before.map(({oldLine}) => oldLine))},${before.length}`
  return `@@ -${from} +${first(after.map(({newLine}) => newLine))},${after.length} @@`
}

/** Values that are sentences; all others are names and set as code. */
const spoken: ReadonlySet<FieldRole> = new Set(['description', 'query', 'prompt', 'time', 'number', 'money'])

/** Each value behind its name. A value with lines of its own stands below the others. */
function fields(node: NodeOf<'fields'>): readonly string[] {
  const short = node.fields.filter(({value}) => !isLong(value))
  const list = short.map((field) => `- ${label(field)} ${written(field)}`.trimEnd()).join('\n')
  const long = node.fields.filter(({value}) => isLong(value))
  return [
    ...(list === '' ? [] : [list]),
    ...long.flatMap((field) => [
      label(field),
      ...fence(sanitizeText(field.value), field.role === 'command' ? 'sh' : 'text'),
    ]),
  ]
}

const isLong = (value: string): boolean => value.trim().includes('\n')

const label = (field: Field): string => `**${escapeWords(field.label)}:**`

function written({role, value}: Field): string {
  if (role === 'url') return linkTo(value, value)
  return spoken.has(role) ? escapeText(sanitizeLine(value)) : inlineCode(value)
}

/** Blocks under a title, folded where the page says so. */
function group({title, nodes, folded}: NodeOf<'group'>, context: MarkdownContext): readonly string[] {
  const blocks = context.draw(nodes, context)
  if (blocks.length === 0) return []
  if (folded) return [details(quietHtmlLine(title) || '…', blocks)]
  const label = escapeWords(title)
  return label === '' ? blocks : [`**${label}**`, ...blocks]
}

/** A picture, or its name with what is known of it. */
function image({source, alt}: NodeOf<'image'>, {imageUrl}: MarkdownContext): readonly string[] {
  const given = imageUrl(source)
  const url = given === undefined ? undefined : safePictureUrl(given)
  const name = escapeText(sanitizeLine(alt) || 'picture', {cell: false, link: true})
  if (url !== undefined) return [`![${name}](${url})`]
  return [['▣ ', [name, ...factsOf(source)].join(' · ')].join('')]
}

function factsOf(source: MediaSource): readonly string[] {
  const words = (text: string): string => escapeText(sanitizeLine(text))
  switch (source.kind) {
    case 'base64':
      return [words(source.mediaType), formatBytes(base64Bytes(source.data))]
    case 'url':
      return [words(source.url)]
    case 'file':
      return [words(source.fileId)]
    case 'text':
      return [words(source.mediaType), `${formatCount(source.text.length)} characters`]
    case 'unknown':
      return []
  }
}

/** A link; what leads where nobody should go is only told. */
const link = ({text, url}: NodeOf<'link'>): readonly string[] => {
  const written = linkTo(text, url)
  return written === '' ? [] : [guardLines(written)]
}

/** A link within a line. */
function linkTo(text: string, url: string): string {
  const name = escapeText(sanitizeLine(text) || sanitizeLine(url), {cell: false, link: true})
  const safe = /^(?:https?|mailto):/i.test(url.trim()) ? safeUrl(url) : undefined
  if (safe !== undefined) return `[${name}](${safe})`
  return text === url ? inlineCode(url) : [name, inlineCode(url)].filter(Boolean).join(' ')
}

/** A remark behind the mark of its level. One that says what was left out needs no other mark. */
function note({level, text}: NodeOf<'note'>): readonly string[] {
  const safe = sanitizeText(text).trim()
  if (safe === '') return []
  const end = safe.indexOf('\n')
  const first = escapeText(end === -1 ? safe : safe.slice(0, end))
  const line = safe.startsWith('…') ? first : `${noteMarks.text[level]} ${first}`
  return [line, ...(end === -1 ? [] : fence(safe.slice(end + 1), 'text'))]
}

/** Markdown stays Markdown. */
const prose = ({markdown}: NodeOf<'prose'>, context: MarkdownContext): readonly string[] =>
  renderProse(markdown, context)

/** A value as JSON. */
const raw = ({value}: NodeOf<'raw'>): readonly string[] => fence(sanitizeText(formatJson(value)), 'json')

const number = /^[-+−$€£]?\d[\d,. ]{0,30}(?:%|[a-zA-Z]{1,3})?$/

/** A table; columns of nothing but numbers stand to the right. */
function table({head, rows}: NodeOf<'table'>): readonly string[] {
  const cell = (text: string): string => escapeText(sanitizeLine(text), {cell: true, link: false})
  const numeric = (rows[0] ?? []).flatMap((_cell, index) =>
    rows.every((row) => number.test(row[index] ?? '')) ? [index] : [],
  )
  return [
    tableBlock(
      head.map(cell),
      rows.map((row) => row.map(cell)),
      new Set(numeric),
    ),
  ]
}

const longestSentence = 300

/** Text as it stands. One line is a sentence; of more, all spaces count. */
function text(node: NodeOf<'text'>): readonly string[] {
  const safe = sanitizeText(node.text).trimEnd()
  if (/\n|^\s| {2}|\t/.test(safe) || safe.length > longestSentence) return fence(safe, 'text')
  return safe === '' ? [] : [guardLines(escapeText(safe))]
}

const forms: Readonly<Record<TodoItem['status'], (text: string) => string>> = {
  pending: (text) => `[ ] ${text}`,
  'in-progress': (text) => `[ ] ${todoMarks.text['in-progress']} ${text}`,
  completed: (text) => `[x] ${text}`,
  cancelled: (text) => `[ ] ${todoMarks.text.cancelled} ${text}`,
}

/** A list of tasks; what is being done and what was given up have a mark besides their box. */
function todo({items}: NodeOf<'todo'>): readonly string[] {
  const lines = items.map(({text, status, priority}) => {
    const urgency = priority === undefined ? '' : ` (${escapeText(sanitizeLine(priority))})`
    return `- ${forms[status](escapeText(sanitizeLine(text)))}${urgency}`
  })
  return lines.length === 0 ? [] : [lines.join('\n')]
}

const handlers: NodeHandlers<readonly string[], MarkdownContext> = {
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

/** Draws nodes as blocks of Markdown: whatever a transcript holds, no block reaches into the next. */
export const renderNodes = (nodes: readonly Node[], context: MarkdownContext): readonly string[] =>
  nodes.flatMap((node) => drawNode(handlers, node, context))
