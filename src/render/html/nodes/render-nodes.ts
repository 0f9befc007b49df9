import {
  type Choice,
  drawNode,
  type Field,
  type FieldRole,
  type Node,
  type NodeHandlers,
  noteMarks,
  type TodoItem,
  todoMarks,
} from '../../../page/index.ts'
import {type Html, html, joinHtml, noHtml} from '../html.ts'
import type {HtmlContext, HtmlNodeContext} from '../html-options.ts'
import {ansiHtml, plainHtml} from '../text/ansi-html.ts'
import {codeBlockHtml, preHtml} from '../text/code-block.ts'
import {fileUrl, linkHtml, safeHtmlUrl} from '../text/links.ts'
import {diffHtml} from './diff-html.ts'
import {imageHtml} from './image-html.ts'
import {jsonHtml} from './json-html.ts'
import {markdownHtml} from './markdown-html.ts'

/** How each kind of node is drawn. */
const handlers: NodeHandlers<Html, HtmlNodeContext> = {
  /** What a program printed, in its colours. */
  ansi: (node, context) =>
    preHtml(node.tone === 'plain' ? 'ansi' : 'ansi error', ansiHtml(node.text, context)),
  /** A question and what could be answered, the answer marked. */
  choice: (node) =>
    html`<div class="choice"><p class="question">${node.question}</p>${list(node.choices)}</div>`,
  /** Source code; a Markdown file as what it says, with its source in a fold that takes its place. */
  code(node, context) {
    const source = codeBlockHtml(node.code, node.language, node.firstLine)
    if (node.language !== 'markdown' || node.code.trim() === '') return source
    return html`<div class="document"><details class="source"><summary>Source</summary>${source}</details><div class="prose">${markdownHtml(node.code, context)}</div></div>`
  },
  diff: diffHtml,
  /** Named values, each rendered by its role. */
  fields: (node, context) =>
    html`<dl class="fields">${node.fields.map((field) => pair(field, context))}</dl>`,
  /** Nodes under a heading that folds. */
  group(node, context) {
    const inner =
      context.depth < maxGroupDepth
        ? context.draw(node.nodes, context.depth + 1)
        : context.draw(flat(node.nodes), context.depth + 1)
    const title = node.title || 'More'
    return html`<details class="group"${node.isCollapsed ? '' : html` open`}><summary>${title}</summary>\n${inner}</details>`
  },
  image: imageHtml,
  /** A link with its address; if the address could run something, both are plain text. */
  link(node) {
    const url = safeHtmlUrl(node.url)
    const words = node.text || node.url
    const address =
      node.text === '' || node.text === node.url ? noHtml : html` <span class="url">${node.url}</span>`
    return html`<p class="link">${url === undefined ? words : linkHtml(url, words)}${address}</p>`
  },
  /** A remark; its level is a colour, a glyph and a word for those who listen. */
  note({level, text}) {
    return html`<p class="note note-${level}"><span class="glyph" aria-hidden="true">${noteMarks.page[level]}</span><span class="unseen">${noteMarks.word[level]}: </span><span>${text}</span></p>`
  },
  /** What someone wrote, set as Markdown. */
  prose: (node, context) => html`<div class="prose">${markdownHtml(node.markdown, context)}</div>`,
  raw: jsonHtml,
  /** Rows under their heads; columns of figures are set to the right. */
  table({head, rows}) {
    const columns = Math.max(head.length, rows[0]?.length ?? 0)
    const right = Array.from({length: columns}, (_, column) => isFigures(rows, column))
    const cells = (tag: 'th' | 'td', row: readonly string[]): readonly Html[] =>
      row.map(
        (cell, column) => html`<${tag}${right[column] ? html` class="align-right"` : ''}>${cell}</${tag}>`,
      )
    const top = head.length === 0 ? noHtml : html`<thead><tr>${cells('th', head)}</tr></thead>`
    const body = rows.map((row) => html`<tr>${cells('td', row)}</tr>\n`)
    return html`<div class="scroll" tabindex="0"><table class="data">${top}<tbody>${body}</tbody></table></div>`
  },
  /** Text without markup. */
  text: (node, context) =>
    preHtml(node.tone === 'plain' ? 'plain' : `plain ${node.tone}`, plainHtml(node.text, context)),
  /** What there is to do, each with its mark. */
  todo: (node) => html`<ul class="todo">${node.items.map(item)}</ul>`,
}

const list = (choices: readonly Choice[]): Html =>
  choices.length === 0 ? noHtml : html`<ul>${choices.map(option)}</ul>`

function option({label, description, chosen}: Choice): Html {
  const mark = chosen
    ? html`<span class="glyph" aria-hidden="true">●</span><span class="unseen">chosen: </span>`
    : html`<span class="glyph" aria-hidden="true">○</span>`
  const more = description === undefined ? noHtml : html` <span class="description">${description}</span>`
  return html`<li${chosen ? html` class="chosen"` : ''}>${mark}<span><span class="label">${label}</span>${more}</span></li>\n`
}

type Writer = (value: string, context: HtmlNodeContext) => Html

const words: Writer = plainHtml
const typed: Writer = (value, context) => html`<code>${plainHtml(value, context)}</code>`

const writers: Readonly<Record<FieldRole, Writer>> = {
  command: typed,
  description: words,
  file,
  folder: typed,
  pattern: typed,
  url,
  query: words,
  prompt: words,
  agent: words,
  model: typed,
  server: words,
  task: typed,
  time: words,
  number: words,
  money: words,
  setting: words,
}

const pair = ({role, label, value}: Field, context: HtmlNodeContext): Html =>
  html`<div class="field-${role}"><dt>${label}</dt><dd>${writers[role](value, context)}</dd></div>\n`

function url(value: string): Html {
  const address = safeHtmlUrl(value)
  return address === undefined ? html`<code>${value}</code>` : linkHtml(address, value)
}

/** `src/a.ts`, or `src/a.ts:12`. */
function file(value: string, context: HtmlNodeContext): Html {
  const [, path = value, line] = /^(.+?)(?::(\d{1,7}))?$/.exec(value) ?? []
  const address = fileUrl(path, line === undefined ? undefined : Number(line), context)
  const shown = html`<code>${value}</code>`
  return address === undefined ? shown : linkHtml(address, shown)
}

/** Deeper groups are rendered flat; no tool nests that deep. */
const maxGroupDepth = 24

/** Without recursion, as deep as the groups may go: their titles between what they contain. */
function flat(nodes: readonly Node[]): readonly Node[] {
  const found: Node[] = []
  const left = [...nodes].reverse()
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.kind !== 'group') found.push(node)
    else {
      found.push({kind: 'text', text: node.title, tone: 'dim'})
      for (let index = node.nodes.length - 1; index >= 0; index -= 1) {
        const inner = node.nodes[index]
        if (inner) left.push(inner)
      }
    }
  }
  return found
}

const figure = /^[-−+]?[$€]?\d[\d.,:]*\s?(?:%|[kMGT]?B?|ms|s|m|h)?$/

function isFigures(rows: readonly (readonly string[])[], column: number): boolean {
  let some = false
  for (const row of rows) {
    const cell = row[column] ?? ''
    if (cell === '') continue
    if (cell.length > 24 || !figure.test(cell)) return false
    some = true
  }
  return some
}

function item({text, status, priority}: TodoItem): Html {
  const word = todoMarks.word[status]
  const urgency = priority === undefined ? noHtml : html` <span class="priority">${priority}</span>`
  return html`<li class="${status}"><span class="glyph" title="${word}" aria-hidden="true">${todoMarks.page[status]}</span><span class="unseen">${word}: </span><span class="what">${text}</span>${urgency}</li>\n`
}

const lineEnd = html`\n`

/** Draws nodes as HTML. Everything in a node is hostile: what leaves here can run nothing and load nothing. */
export function renderHtmlNodes(nodes: readonly Node[], context: HtmlContext): Html {
  const draw = (inner: readonly Node[], depth: number): Html => {
    const inside: HtmlNodeContext = {...context, depth, draw}
    const parts: Html[] = []
    for (const node of inner) parts.push(drawNode(handlers, node, inside), lineEnd)
    return joinHtml(parts)
  }
  return draw(nodes, 0)
}

/** The same as text. */
export const renderHtmlNodesText = (nodes: readonly Node[], context: HtmlContext): string =>
  renderHtmlNodes(nodes, context).markup
