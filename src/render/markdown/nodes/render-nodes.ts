import {
  drawNode,
  type Field,
  type FieldRole,
  formatJson,
  type Hunk,
  mediaFacts,
  type Node,
  type NodeHandlers,
  type NodeOf,
  noteMarks,
  numericColumns,
  sanitizeLine,
  sanitizeOutput,
  sanitizeText,
  type TodoItem,
  todoMarks,
} from '../../../page/index.ts'
import type {MarkdownContext} from '../markdown-options.ts'
import {detailsBlock, tableBlock} from '../text/blocks.ts'
import {codeFence, inlineMarkdownCode} from '../text/code-fence.ts'
import {escapeMarkdown, escapeMarkdownLine, guardLines, quietHtmlLine} from '../text/escape-markdown.ts'
import {safeMarkdownImageUrl, safeMarkdownUrl} from '../text/safe-url.ts'
import {renderMarkdownProse} from './render-prose.ts'

/** What a program printed, without its colours. */
const ansi = ({text}: NodeOf<'ansi'>): readonly string[] => codeFence(sanitizeOutput(text), 'text')

/** A question and what could be answered, the answer marked. */
function choice({question, choices}: NodeOf<'choice'>): readonly string[] {
  const asked = sanitizeLine(question)
  const lines = choices.map(({label, description, chosen}) => {
    const words = description === undefined ? '' : ` · ${escapeMarkdown(sanitizeLine(description))}`
    return `- ${chosen ? '●' : '○'} ${escapeMarkdown(sanitizeLine(label))}${words}`
  })
  return [asked && guardLines(escapeMarkdown(asked)), lines.join('\n')].filter((block) => block !== '')
}

/** Source code. Fences have no numbers of lines, so it is said where it begins. */
function code({code: source, language, firstLine}: NodeOf<'code'>): readonly string[] {
  const block = codeFence(sanitizeText(source), language)
  return firstLine === undefined || firstLine <= 1 || block.length === 0
    ? block
    : [`From line ${Math.round(firstLine)}:`, ...block]
}

/** A change as `diff -u` writes it; where no one knows the numbers of its lines, it has none. */
function diff({path, hunks}: NodeOf<'diff'>): readonly string[] {
  const file = path === undefined ? '' : sanitizeLine(path)
  const head = file === '' ? [] : [`--- ${file}`, `+++ ${file}`]
  const lines = hunks.flatMap((hunk, index) => [
    ...(isNumbered(hunk) ? [hunkHead(hunk)] : index > 0 ? ['@@ … @@'] : []),
    ...hunk.lines.map(({sign, text}) => `${sign}${sanitizeText(text).replaceAll('\n', ' ')}`),
  ])
  return lines.length === 0 ? [] : codeFence([...head, ...lines].join('\n'), 'diff')
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

/** Each value behind its name. A value of several lines is below the others. */
function fields(node: NodeOf<'fields'>): readonly string[] {
  const short = node.fields.filter(({value}) => !isLong(value))
  const list = short.map((field) => `- ${label(field)} ${written(field)}`.trimEnd()).join('\n')
  const long = node.fields.filter(({value}) => isLong(value))
  return [
    ...(list === '' ? [] : [list]),
    ...long.flatMap((field) => [
      label(field),
      ...codeFence(sanitizeText(field.value), field.role === 'command' ? 'sh' : 'text'),
    ]),
  ]
}

const isLong = (value: string): boolean => value.trim().includes('\n')

const label = (field: Field): string => `**${escapeMarkdownLine(field.label)}:**`

function written({role, value}: Field): string {
  if (role === 'url') return linkTo(value, value)
  return spoken.has(role) ? escapeMarkdown(sanitizeLine(value)) : inlineMarkdownCode(value)
}

/** Blocks under a title, folded where the page says so. */
function group({title, nodes, folded}: NodeOf<'group'>, context: MarkdownContext): readonly string[] {
  const blocks = renderMarkdownNodes(nodes, context)
  if (blocks.length === 0) return []
  if (folded) return [detailsBlock(quietHtmlLine(title) || '…', blocks)]
  const label = escapeMarkdownLine(title)
  return label === '' ? blocks : [`**${label}**`, ...blocks]
}

/** An image, or its name with what is known of it. */
function image({source, alt}: NodeOf<'image'>, {imageUrl}: MarkdownContext): readonly string[] {
  const given = imageUrl(source)
  const url = given === undefined ? undefined : safeMarkdownImageUrl(given)
  const name = escapeMarkdown(sanitizeLine(alt) || 'image', {cell: false, link: true})
  if (url !== undefined) return [`![${name}](${url})`]
  const facts = [...mediaFacts(source), ...(source.kind === 'url' ? [source.url] : [])]
  return [['▣ ', [name, ...facts.map((fact) => escapeMarkdown(sanitizeLine(fact)))].join(' · ')].join('')]
}

/** A link; an unsafe address is only text. */
const link = ({text, url}: NodeOf<'link'>): readonly string[] => {
  const written = linkTo(text, url)
  return written === '' ? [] : [guardLines(written)]
}

/** A link within a line. */
function linkTo(text: string, url: string): string {
  const name = escapeMarkdown(sanitizeLine(text) || sanitizeLine(url), {
    cell: false,
    link: true,
  })
  const safe = /^(?:https?|mailto):/i.test(url.trim()) ? safeMarkdownUrl(url) : undefined
  if (safe !== undefined) return `[${name}](${safe})`
  return text === url ? inlineMarkdownCode(url) : [name, inlineMarkdownCode(url)].filter(Boolean).join(' ')
}

/** A remark behind the mark of its level. One that says what was left out needs no other mark. */
function note({level, text}: NodeOf<'note'>): readonly string[] {
  const safe = sanitizeText(text).trim()
  if (safe === '') return []
  const end = safe.indexOf('\n')
  const first = escapeMarkdown(end === -1 ? safe : safe.slice(0, end))
  const line = safe.startsWith('…') ? first : `${noteMarks.text[level]} ${first}`
  return [line, ...(end === -1 ? [] : codeFence(safe.slice(end + 1), 'text'))]
}

/** Markdown stays Markdown. */
const prose = ({markdown}: NodeOf<'prose'>, context: MarkdownContext): readonly string[] =>
  renderMarkdownProse(markdown, context)

/** A value as JSON. */
const raw = ({value}: NodeOf<'raw'>): readonly string[] => codeFence(sanitizeText(formatJson(value)), 'json')

/** A table; columns of nothing but numbers stand to the right. */
function table({head, rows}: NodeOf<'table'>): readonly string[] {
  const cell = (text: string): string => escapeMarkdown(sanitizeLine(text), {cell: true, link: false})
  return [
    tableBlock(
      head.map(cell),
      rows.map((row) => row.map(cell)),
      numericColumns(rows),
    ),
  ]
}

const maxSentenceLength = 300

/** Text without markup. One line is a sentence; of more, all spaces count. */
function text(node: NodeOf<'text'>): readonly string[] {
  const safe = sanitizeText(node.text).trimEnd()
  if (/\n|^\s| {2}|\t/.test(safe) || safe.length > maxSentenceLength) return codeFence(safe, 'text')
  return safe === '' ? [] : [guardLines(escapeMarkdown(safe))]
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
    const urgency = priority === undefined ? '' : ` (${escapeMarkdown(sanitizeLine(priority))})`
    return `- ${forms[status](escapeMarkdown(sanitizeLine(text)))}${urgency}`
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

/** Draws nodes as blocks of Markdown: whatever a transcript contains, no block reaches into the next. */
export const renderMarkdownNodes = (nodes: readonly Node[], context: MarkdownContext): readonly string[] =>
  nodes.flatMap((node) => drawNode(handlers, node, context))
