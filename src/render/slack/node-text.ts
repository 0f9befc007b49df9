import {
  base64Bytes,
  drawNode,
  formatBytes,
  formatJson,
  type Node,
  type NodeHandlers,
  type NodeOf,
  noteMarks,
  todoMarks,
} from '../../page/index.ts'
import {codeBlock, escapeText, inlineCode, link, styled} from './escape.ts'
import {mrkdwn} from './markdown.ts'
import {sanitize, sanitizeLine} from './sanitize.ts'

/** How each kind of node is written; groups inside groups are not followed for ever. */
const handlers: NodeHandlers<string, number> = {
  prose: ({markdown}) => mrkdwn(markdown),
  text: ({text, tone}) => (tone === 'error' ? codeBlock(sanitize(text)) : escapeText(sanitize(text).trim())),
  ansi: ({text}) => codeBlock(sanitize(text)),
  code: ({code}) => codeBlock(sanitize(code)),
  diff: ({path, hunks}) =>
    joined([
      path === undefined ? '' : inlineCode(sanitizeLine(path)),
      codeBlock(
        hunks
          .map(({lines}) => lines.map(({sign, text}) => `${sign} ${sanitizeLine(text)}`).join('\n'))
          .join('\n⋯\n'),
      ),
    ]),
  fields: ({fields}) =>
    fields
      .map(({label, value}) => `*${escapeText(sanitizeLine(label))}:* ${escapeText(sanitize(value).trim())}`)
      .join('\n'),
  table: ({head, rows}) =>
    codeBlock(tableText([head, ...rows].map((row) => row.map((cell) => sanitizeLine(cell))))),
  todo: ({items}) => items.map(todoLine).join('\n'),
  choice: ({question, choices}) =>
    joined([
      styled('*', escapeText(sanitize(question).trim())),
      ...choices.map(({label, chosen}) => `${chosen ? '●' : '○'} ${escapeText(sanitizeLine(label))}`),
    ]),
  image: imageLine,
  link: ({url, text}) => link(sanitizeLine(url), escapeText(sanitizeLine(text))),
  group: ({title, nodes}, depth) =>
    joined([
      title === '' ? '' : styled('*', escapeText(sanitizeLine(title))),
      depth > 8 ? '' : joined(nodes.map((node) => drawNode(handlers, node, depth + 1))),
    ]),
  note: ({level, text}) =>
    `${level === 'info' ? '' : `${noteMarks.emoji[level]} `}${escapeText(sanitize(text).trim())}`,
  raw: ({value}) => codeBlock(sanitize(formatJson(value))),
}

/** Nodes as Slack's markup, one below the other. */
export const nodesText = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => drawNode(handlers, node, 0))
    .filter((text) => text !== '')
    .join('\n\n')

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n')

/** One thing to do: `✅ [HIGH] Implement feature X`. */
function todoLine({text, status, priority}: NodeOf<'todo'>['items'][number]): string {
  const urgency = priority === undefined ? '' : `[${escapeText(sanitizeLine(priority).toUpperCase())}] `
  return `${todoMarks.emoji[status]} ${urgency}${escapeText(sanitizeLine(text))}`
}

/** Pictures stay where they are: nobody looked whether there is a secret in them. */
function imageLine({source, alt}: NodeOf<'image'>): string {
  const facts = [
    sanitizeLine(alt) || 'image',
    ...(source.kind === 'base64'
      ? [sanitizeLine(source.mediaType), formatBytes(base64Bytes(source.data))]
      : []),
  ]
  return `📷 ${escapeText(facts.join(' · '))}`
}

const widest = 40

/** A table in columns, for a font in which all characters are equally wide. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map(({length}) => length))
  const widths = Array.from({length: columns}, (_, index) =>
    Math.min(
      widest,
      rows.reduce((most, row) => Math.max(most, [...(row[index] ?? '')].length), 0),
    ),
  )
  const line = (row: readonly string[]): string =>
    widths
      .map((width, index) => {
        const cell = [...(row[index] ?? '')]
        return cell.length > width
          ? `${cell.slice(0, width - 1).join('')}…`
          : cell.join('') + ' '.repeat(width - cell.length)
      })
      .join(' │ ')
      .trimEnd()
  const [head, ...body] = rows.map(line)
  const rule = widths.map((width) => '─'.repeat(width)).join('─┼─')
  return head === undefined ? '' : [head, rule, ...body].join('\n')
}
