import type {Node, NodeHandlers, NodeOf} from '../../../page/index.ts'
import {
  drawNode,
  formatJson,
  mediaFacts,
  noteMarks,
  sanitizeLine,
  sanitizeOutput,
  sanitizeText,
  todoMarks,
} from '../../../page/index.ts'
import {
  escapeSlack,
  inlineSlackCode,
  slackCodeBlock,
  slackLine,
  slackLink,
  styledSlackText,
} from '../text/escape-slack.ts'
import {mrkdwn} from './mrkdwn.ts'

/** How each kind of node is written; very deep groups are left out. */
const handlers: NodeHandlers<string, number> = {
  prose: ({markdown}) => mrkdwn(markdown),
  text: ({text, tone}) =>
    tone === 'error' ? slackCodeBlock(sanitizeOutput(text)) : escapeSlack(sanitizeText(text).trim()),
  ansi: ({text}) => slackCodeBlock(sanitizeOutput(text)),
  code: ({code}) => slackCodeBlock(sanitizeText(code)),
  diff: ({path, hunks}) =>
    joined([
      path === undefined ? '' : inlineSlackCode(sanitizeLine(path)),
      slackCodeBlock(
        hunks
          .map(({lines}) => lines.map(({sign, text}) => `${sign} ${sanitizeLine(text)}`).join('\n'))
          .join('\n⋯\n'),
      ),
    ]),
  fields: ({fields}) =>
    fields
      .map(({label, value}) => `*${slackLine(label)}:* ${escapeSlack(sanitizeText(value).trim())}`)
      .join('\n'),
  table: ({head, rows}) =>
    slackCodeBlock(tableText([head, ...rows].map((row) => row.map((cell) => sanitizeLine(cell))))),
  todo: ({items}) => items.map(todoLine).join('\n'),
  choice: ({question, choices}) =>
    joined([
      styledSlackText('*', escapeSlack(sanitizeText(question).trim())),
      ...choices.map(({label, chosen}) => `${chosen ? '●' : '○'} ${slackLine(label)}`),
    ]),
  // Images are not posted: they cannot be checked for secrets.
  image: ({source, alt}) => `📷 ${[alt || 'image', ...mediaFacts(source)].map(slackLine).join(' · ')}`,
  link: ({url, text}) => slackLink(sanitizeLine(url), slackLine(text)),
  group: ({title, nodes}, depth) =>
    joined([
      title === '' ? '' : styledSlackText('*', slackLine(title)),
      depth > 8 ? '' : joined(nodes.map((node) => drawNode(handlers, node, depth + 1))),
    ]),
  note: ({level, text}) =>
    `${level === 'info' ? '' : `${noteMarks.emoji[level]} `}${escapeSlack(sanitizeText(text).trim())}`,
  raw: ({value}) => slackCodeBlock(sanitizeText(formatJson(value))),
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
  const urgency = priority === undefined ? '' : `[${escapeSlack(sanitizeLine(priority).toUpperCase())}] `
  return `${todoMarks.emoji[status]} ${urgency}${slackLine(text)}`
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
