import type {Field, FieldRole, Hunk, Node, NodeHandlers, TodoItem} from '../../../page/index.ts'
import {
  drawNode,
  formatJson,
  mediaFacts,
  noteMarks,
  numericColumns,
  sanitizeLine,
  sanitizeOutput,
  sanitizeText,
  todoMarks,
} from '../../../page/index.ts'
import type {MarkdownContext} from '../markdown-options.ts'
import {detailsBlock, tableBlock} from '../text/blocks.ts'
import {codeFence, inlineMarkdownCode} from '../text/code-fence.ts'
import {escapeMarkdown, escapeMarkdownLine, guardLines, quietHtmlLine} from '../text/escape-markdown.ts'
import {safeMarkdownImageUrl, safeMarkdownUrl} from '../text/safe-url.ts'
import {renderMarkdownProse} from './render-prose.ts'

/** How each kind of node is written, as blocks. */
const handlers: NodeHandlers<readonly string[], MarkdownContext> = {
  /** What a program printed, without its colours. */
  ansi: ({text}) => codeFence(sanitizeOutput(text), 'text'),
  /** A question and what could be answered, the answer marked. */
  choice({question, choices}) {
    const asked = sanitizeLine(question)
    const lines = choices.map(({label, description, chosen}) => {
      const words = description === undefined ? '' : ` · ${escapeMarkdown(sanitizeLine(description))}`
      return `- ${chosen ? '●' : '○'} ${escapeMarkdown(sanitizeLine(label))}${words}`
    })
    return [asked && guardLines(escapeMarkdown(asked)), lines.join('\n')].filter((block) => block !== '')
  },
  /** Source code. Fences have no line numbers, so the first line is named. */
  code({code: source, language, firstLine}) {
    const block = codeFence(sanitizeText(source), language)
    return firstLine === undefined || firstLine <= 1 || block.length === 0
      ? block
      : [`From line ${Math.round(firstLine)}:`, ...block]
  },
  /** A change in the format of `diff -u`, without line numbers if they are unknown. */
  diff({path, hunks}) {
    const file = path === undefined ? '' : sanitizeLine(path)
    const head = file === '' ? [] : [`--- ${file}`, `+++ ${file}`]
    const lines = hunks.flatMap((hunk, index) => [
      ...(isNumbered(hunk) ? [hunkHead(hunk)] : index > 0 ? ['@@ … @@'] : []),
      ...hunk.lines.map(({sign, text}) => `${sign}${sanitizeText(text).replaceAll('\n', ' ')}`),
    ])
    return lines.length === 0 ? [] : codeFence([...head, ...lines].join('\n'), 'diff')
  },
  /** Each value behind its name. A value of several lines is below the others. */
  fields(node) {
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
  },
  /** Blocks under a title, collapsed if the page says so. */
  group({title, nodes, isCollapsed}, context) {
    const blocks = renderMarkdownNodes(nodes, context)
    if (blocks.length === 0) return []
    if (isCollapsed) return [detailsBlock(quietHtmlLine(title) || '…', blocks)]
    const label = escapeMarkdownLine(title)
    return label === '' ? blocks : [`**${label}**`, ...blocks]
  },
  /** An image, or its name with what is known of it. */
  image({source, alt}, {imageUrl}) {
    const given = imageUrl(source)
    const url = given === undefined ? undefined : safeMarkdownImageUrl(given)
    const name = escapeMarkdown(sanitizeLine(alt) || 'image', {cell: false, link: true})
    if (url !== undefined) return [`![${name}](${url})`]
    const facts = [...mediaFacts(source), ...(source.kind === 'url' ? [source.url] : [])]
    return [['▣ ', [name, ...facts.map((fact) => escapeMarkdown(sanitizeLine(fact)))].join(' · ')].join('')]
  },
  /** A link; an unsafe address is only text. */
  link: ({text, url}) => {
    const written = linkTo(text, url)
    return written === '' ? [] : [guardLines(written)]
  },
  /** A remark behind the mark of its level. One that says what was left out needs no other mark. */
  note({level, text}) {
    const safe = sanitizeText(text).trim()
    if (safe === '') return []
    const end = safe.indexOf('\n')
    const first = escapeMarkdown(end === -1 ? safe : safe.slice(0, end))
    const line = safe.startsWith('…') ? first : `${noteMarks.text[level]} ${first}`
    return [line, ...(end === -1 ? [] : codeFence(safe.slice(end + 1), 'text'))]
  },
  /** Markdown stays Markdown. */
  prose: ({markdown}, context) => renderMarkdownProse(markdown, context),
  /** A value as JSON. */
  raw: ({value}) => codeFence(sanitizeText(formatJson(value)), 'json'),
  /** A table; columns of numbers are aligned to the right. */
  table({head, rows}) {
    const cell = (text: string): string => escapeMarkdown(sanitizeLine(text), {cell: true, link: false})
    return [
      tableBlock(
        head.map(cell),
        rows.map((row) => row.map(cell)),
        numericColumns(rows),
      ),
    ]
  },
  /** Text without markup. One line is a sentence; of more, all spaces count. */
  text(node) {
    const safe = sanitizeText(node.text).trimEnd()
    if (/\n|^\s| {2}|\t/.test(safe) || safe.length > maxSentenceLength) return codeFence(safe, 'text')
    return safe === '' ? [] : [guardLines(escapeMarkdown(safe))]
  },
  /** A task list; items in progress and cancelled items have a mark next to their box. */
  todo({items}) {
    const lines = items.map(({text, status, priority}) => {
      const urgency = priority === undefined ? '' : ` (${escapeMarkdown(sanitizeLine(priority))})`
      return `- ${forms[status](escapeMarkdown(sanitizeLine(text)))}${urgency}`
    })
    return lines.length === 0 ? [] : [lines.join('\n')]
  },
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

const isLong = (value: string): boolean => value.trim().includes('\n')

const label = (field: Field): string => `**${escapeMarkdownLine(field.label)}:**`

function written({role, value}: Field): string {
  if (role === 'url') return linkTo(value, value)
  return spoken.has(role) ? escapeMarkdown(sanitizeLine(value)) : inlineMarkdownCode(value)
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

const maxSentenceLength = 300

const forms: Readonly<Record<TodoItem['status'], (text: string) => string>> = {
  pending: (text) => `[ ] ${text}`,
  'in-progress': (text) => `[ ] ${todoMarks.text['in-progress']} ${text}`,
  completed: (text) => `[x] ${text}`,
  cancelled: (text) => `[ ] ${todoMarks.text.cancelled} ${text}`,
}

/** Draws nodes as blocks of Markdown: whatever a transcript contains, no block reaches into the next. */
export const renderMarkdownNodes = (nodes: readonly Node[], context: MarkdownContext): readonly string[] =>
  nodes.flatMap((node) => drawNode(handlers, node, context))
