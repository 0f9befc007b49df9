import type {Entry, EntryKind, Field, Node, PageEntry} from '../../../page/index.ts'
import {fieldsIn, formatDuration} from '../../../page/index.ts'
import type {MarkdownSessionContext} from '../markdown-options.ts'
import {renderMarkdownNodes} from '../nodes/render-nodes.ts'
import {detailsBlock, quoteBlock} from '../text/blocks.ts'
import {escapeMarkdownLine} from '../text/escape-markdown.ts'
import {entrySummaryHtml, markdownEntryFacts, markdownEntryLine, markdownMark} from './entry-line.ts'

/** The blocks of an entry. The blocks below it are rendered already; only some kinds contain them. */
type EntryBlocks = (
  entry: PageEntry,
  context: MarkdownSessionContext,
  below: readonly string[],
) => readonly string[]

/** What someone said to the assistant, with who it was. */
const quoted: EntryBlocks = (entry, context) => [
  quoteBlock([
    [
      `**${markdownMark(entry)} ${escapeMarkdownLine(entry.title)}**`,
      ...markdownEntryFacts(entry, context).map(escapeMarkdownLine),
    ].join(' · '),
    ...renderMarkdownNodes([...entry.asked, ...entry.answered], context),
  ]),
]

/** The line of it, and what that leaves open. */
const lineAndNodes: EntryBlocks = (entry, context) => [
  markdownEntryLine(entry, context),
  ...renderMarkdownNodes(nodesWithoutSubject(entry), context),
]

/** The same, with the way to the call that began it, which has what it reported. */
const ended: EntryBlocks = (entry, context) => [
  [
    markdownEntryLine(entry, context),
    ...(entry.refersTo === undefined ? [] : [context.targets.link('→ see its call', entry.refersTo)]),
  ].join(' · '),
  ...renderMarkdownNodes(nodesWithoutSubject(entry), context),
]

/** Its line, and everything else after it. */
const collapsed: EntryBlocks = (entry, context, below) => {
  const blocks = [
    ...renderMarkdownNodes(askedWithoutSubject(entry, context.folder), context),
    ...below,
    ...renderMarkdownNodes(entry.answered, context),
  ]
  if (blocks.length === 0) return [markdownEntryLine(entry, context)]
  const open = entry.prominent !== undefined && !context.compact && below.length === 0
  return [detailsBlock(entrySummaryHtml(entry, context), blocks, open ? 'open' : 'collapsed')]
}

/** In a compact file what went well is a line, and its details are left out. */
const call: EntryBlocks = (entry, context, below) =>
  context.compact && !entry.isError && entry.prominent === undefined && below.length === 0
    ? [`- ${markdownEntryLine(entry, context)}`]
    : collapsed(entry, context, below)

/** Prose is the page: it needs no one's name. */
const spoken: EntryBlocks = (entry, context) => [
  ...renderMarkdownNodes([...entry.asked, ...entry.answered], context),
  ...(entry.refersTo === undefined ? [] : [context.targets.link('→ see its report', entry.refersTo)]),
]

/** The same with its named values on its line: they are few, and figures. */
const summed: EntryBlocks = (entry, context) => {
  const said = new Set([
    entry.outcome,
    entry.durationMs === undefined ? '' : formatDuration(entry.durationMs),
  ])
  const facts = fieldsIn(entry.asked)
    .filter(({value}) => !said.has(value))
    .map(({label, value}) => escapeMarkdownLine(`${label}: ${value}`))
  const others = nodesWithoutSubject(entry).filter(({kind}) => kind !== 'fields')
  return [[markdownEntryLine(entry, context), ...facts].join(' · '), ...renderMarkdownNodes(others, context)]
}

/** Where the conversation was cut: a line across the page. */
const landmark: EntryBlocks = (entry, context) => ['---', ...summed(entry, context, [])]

/** What its heading says is not said again; what is left of a session's are remarks of those who made it. */
const heading: EntryBlocks = (entry, context) =>
  renderMarkdownNodes(
    entry.asked.map((node) =>
      node.kind === 'fields' ? {...node, fields: node.fields.filter(({role}) => role === 'url')} : node,
    ),
    context,
  )

/** How each kind of entry is written; a new kind fails the build until it is added here. */
const blocksByKind: Readonly<Record<EntryKind, EntryBlocks>> = {
  session: heading,
  prompt: quoted,
  steering: quoted,
  command: collapsed,
  shell: collapsed,
  memory: quoted,
  interruption: lineAndNodes,
  teammate: quoted,
  answer: spoken,
  thinking: collapsed,
  tool: call,
  agent: collapsed,
  task: ended,
  compaction: landmark,
  summary: collapsed,
  recap: quoted,
  notice: lineAndNodes,
  hook: call,
  instruction: call,
  attachment: call,
  metadata: call,
  unknown: call,
  unreadable: call,
  result: summed,
}

/** The blocks of an entry. In a compact file, a block of one line starts with a list mark. */
export const entryBlocks: EntryBlocks = (entry, context, below) =>
  blocksByKind[entry.kind](entry, context, below)

/** The content of an entry that is not already in its line. */
export const nodesWithoutSubject = ({asked, answered, subject}: Entry): readonly Node[] =>
  [...asked, ...answered].filter((node) => subject === undefined || !says(node, subject))

/** The input, without the values in the summary, where paths are relative to the session's folder. */
function askedWithoutSubject({asked, subject}: Entry, folder: string | undefined): readonly Node[] {
  if (subject === undefined || !isLine(subject)) return asked
  const path = `${folder}/${subject}`
  const isSaid = ({role, value}: Field): boolean =>
    value === subject ||
    subject.endsWith(`:${value}`) ||
    (role === 'file' && (value === path || path.startsWith(`${value}:`)))
  return asked.map((node) =>
    node.kind === 'fields' ? {...node, fields: node.fields.filter((field) => !isSaid(field))} : node,
  )
}

function says(node: Node, subject: string): boolean {
  switch (node.kind) {
    case 'prose':
      return isLine(node.markdown) && node.markdown === subject
    case 'text':
    case 'note':
      return isLine(node.text) && node.text === subject
    default:
      return false
  }
}

/** A subject that was cut for its line has not been said. */
const isLine = (text: string): boolean => text.length <= 100 && !text.includes('\n')
