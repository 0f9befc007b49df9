import {
  base64ByteLength,
  drawNode,
  formatBytes,
  formatJson,
  type Node,
  type NodeHandlers,
  type NodeOf,
  noteMarks,
  todoMarks,
} from '../../../page/index.ts'
import {
  escapeSlack,
  inlineSlackCode,
  slackCodeBlock,
  slackLink,
  styledSlackText,
} from '../text/escape-slack.ts'
import {sanitizeSlackLine, sanitizeSlackText} from '../text/sanitize.ts'
import {mrkdwn} from './mrkdwn.ts'

/** How each kind of node is written; groups inside groups are not followed for ever. */
const handlers: NodeHandlers<string, number> = {
  prose: ({markdown}) => mrkdwn(markdown),
  text: ({text, tone}) =>
    tone === 'error' ? slackCodeBlock(sanitizeSlackText(text)) : escapeSlack(sanitizeSlackText(text).trim()),
  ansi: ({text}) => slackCodeBlock(sanitizeSlackText(text)),
  code: ({code}) => slackCodeBlock(sanitizeSlackText(code)),
  diff: ({path, hunks}) =>
    joined([
      path === undefined ? '' : inlineSlackCode(sanitizeSlackLine(path)),
      slackCodeBlock(
        hunks
          .map(({lines}) => lines.map(({sign, text}) => `${sign} ${sanitizeSlackLine(text)}`).join('\n'))
          .join('\n⋯\n'),
      ),
    ]),
  fields: ({fields}) =>
    fields
      .map(
        ({label, value}) =>
          `*${escapeSlack(sanitizeSlackLine(label))}:* ${escapeSlack(sanitizeSlackText(value).trim())}`,
      )
      .join('\n'),
  table: ({head, rows}) =>
    slackCodeBlock(tableText([head, ...rows].map((row) => row.map((cell) => sanitizeSlackLine(cell))))),
  todo: ({items}) => items.map(todoLine).join('\n'),
  choice: ({question, choices}) =>
    joined([
      styledSlackText('*', escapeSlack(sanitizeSlackText(question).trim())),
      ...choices.map(({label, chosen}) => `${chosen ? '●' : '○'} ${escapeSlack(sanitizeSlackLine(label))}`),
    ]),
  image: imageLine,
  link: ({url, text}) => slackLink(sanitizeSlackLine(url), escapeSlack(sanitizeSlackLine(text))),
  group: ({title, nodes}, depth) =>
    joined([
      title === '' ? '' : styledSlackText('*', escapeSlack(sanitizeSlackLine(title))),
      depth > 8 ? '' : joined(nodes.map((node) => drawNode(handlers, node, depth + 1))),
    ]),
  note: ({level, text}) =>
    `${level === 'info' ? '' : `${noteMarks.emoji[level]} `}${escapeSlack(sanitizeSlackText(text).trim())}`,
  raw: ({value}) => slackCodeBlock(sanitizeSlackText(formatJson(value))),
}

/** Nodes as Slack's markup, one below the other. */
export const renderSlackNodes = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => drawNode(handlers, node, 0))
    .filter((text) => text !== '')
    .join('\n\n')

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n')

/** One thing to do: `✅ [HIGH] Implement feature X`. */
function todoLine({text, status, priority}: NodeOf<'todo'>['items'][number]): string {
  const urgency = priority === undefined ? '' : `[${escapeSlack(sanitizeSlackLine(priority).toUpperCase())}] `
  return `${todoMarks.emoji[status]} ${urgency}${escapeSlack(sanitizeSlackLine(text))}`
}

/** Pictures stay where they are: nobody looked whether there is a secret in them. */
function imageLine({source, alt}: NodeOf<'image'>): string {
  const facts = [
    sanitizeSlackLine(alt) || 'image',
    ...(source.kind === 'base64'
      ? [sanitizeSlackLine(source.mediaType), formatBytes(base64ByteLength(source.data))]
      : []),
  ]
  return `📷 ${escapeSlack(facts.join(' · '))}`
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
