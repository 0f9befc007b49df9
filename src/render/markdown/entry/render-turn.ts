import type {EntryKind, Node, PageEntry, PageTurn} from '../../../page/index.ts'
import {
  excerptLine,
  formatDuration,
  formatTokens,
  formatZonedClock,
  sanitizeLine,
  sumTokens,
} from '../../../page/index.ts'
import type {MarkdownSessionContext} from '../markdown-options.ts'
import {renderMarkdownNodes} from '../nodes/render-nodes.ts'
import {headingBlock, quoteBlock} from '../text/blocks.ts'
import {inlineMarkdownCode} from '../text/code-fence.ts'
import {escapeLinePart, escapeMarkdownLine} from '../text/escape-markdown.ts'
import {joinToCode} from '../text/quiet-mentions.ts'
import {markdownEntryFacts} from './entry-line.ts'
import {renderMarkdownEntries} from './render-entries.ts'

/** A turn: the prompt as a heading, then everything after it. */
export function renderMarkdownTurn(turn: PageTurn, context: MarkdownSessionContext): readonly string[] {
  const heading = turnHeading(turn)
  const {request} = heading
  const {targets} = context
  const at = request ? turn.entries.indexOf(request) : -1
  const inside: MarkdownSessionContext = {...context, branch: turn.branch}
  return [
    // The way to a path that was left leads to its first entry, which may be the request itself.
    targets.add(turn.anchor) +
      (request && context.wanted.has(request.anchor) ? targets.add(request.anchor) : ''),
    ...headingBlock(context.level + 1, headingWords(heading.text)),
    turnFacts(turn, heading, context),
    ...renderMarkdownEntries(turn.entries.slice(0, Math.max(0, at)), inside),
    ...requestBlocks(heading, inside),
    ...(request ? renderMarkdownEntries(request.below, inside) : []),
    ...renderMarkdownEntries(turn.entries.slice(at + 1), inside),
  ]
}

function turnFacts(
  {number, startedAt, durationMs, usage}: PageTurn,
  {text}: TurnHeading,
  {timestamps, zone}: MarkdownSessionContext,
): string {
  const tokens = usage === undefined ? 0 : sumTokens(usage)
  const facts = [
    number < 1 || text === `Turn ${number}` ? undefined : `Turn ${number}`,
    timestamps ? formatZonedClock(startedAt, zone) : undefined,
    durationMs === undefined ? undefined : formatDuration(durationMs),
    tokens === 0 ? undefined : `${formatTokens(tokens)} tokens`,
  ].filter((fact) => fact !== undefined)
  return facts.length === 0 ? '' : `*${facts.join(' · ')}*`
}

/** What does not fit into the heading: the complete prompt as a quotation, the output of a command unchanged. */
function requestBlocks({request, whole}: TurnHeading, context: MarkdownSessionContext): readonly string[] {
  if (!request) return []
  const asked = whole ? request.asked.filter((node) => !isSubject(node, request)) : request.asked
  const rest =
    request.kind === 'shell' && !whole
      ? [{kind: 'code', code: request.subject ?? '', language: 'sh', firstLine: undefined} as const]
      : []
  const blocks = renderMarkdownNodes([...rest, ...asked], context)
  const facts = request.isError
    ? markdownEntryFacts(request, context).map(escapeMarkdownLine).join(' · ')
    : ''
  return [
    ...(blocks.length === 0 ? [] : [quoteBlock(blocks)]),
    ...(request.isError ? [`✗ ${facts || 'failed'}`] : []),
    ...renderMarkdownNodes(request.answered, context),
  ]
}

const isSubject = (node: Node, {subject}: PageEntry): boolean =>
  node.kind === 'prose' && node.markdown.trim() === subject?.trim()

const maxHeadingLength = 100

/** How a request reads as a heading; kinds that are none cannot head a turn. */
const headings: ReadonlyMap<EntryKind, (entry: PageEntry) => string> = new Map([
  ['prompt', ({subject, title}: PageEntry) => subject || title],
  ['steering', ({subject, title}: PageEntry) => subject || title],
  ['memory', ({subject = '', title}: PageEntry) => `${title}: ${subject}`],
  ['teammate', ({subject = '', title}: PageEntry) => `${title}: ${subject}`],
  ['command', ({subject = '', title}: PageEntry) => `${title} ${subject}`],
  ['shell', ({subject = ''}: PageEntry) => `$ ${subject}`],
])

/** A turn's heading, and the request it was made from. */
interface TurnHeading {
  readonly text: string
  readonly request: PageEntry | undefined
  /** The heading says all of it. */
  readonly whole: boolean
}

/** The heading of a turn: the prompt on one line. */
function turnHeading({entries, number}: PageTurn): TurnHeading {
  const request = entries.find(({kind}) => headings.has(kind))
  const words = (request && headings.get(request.kind)?.(request).trim()) ?? ''
  const text = excerptLine(words, maxHeadingLength)
  return text === ''
    ? {text: number < 1 ? 'Before the first prompt' : `Turn ${number}`, request, whole: false}
    : {text, request, whole: text === words}
}

/** A line of a prompt as a heading: code stays code, everything else is text. */
function headingWords(line: string): string {
  const parts = sanitizeLine(line)
    .split(/(`[^`]+`)/)
    .map((piece, place) =>
      // Ticks around nothing are text.
      place % 2 === 1 && piece.slice(1, -1).trim() !== ''
        ? {isCode: true, content: piece.slice(1, -1)}
        : {isCode: false, content: piece},
    )
  joinToCode(parts, 'references')
  return parts
    .map(({isCode, content}) => (isCode ? inlineMarkdownCode(content) : escapeLinePart(content)))
    .join('')
}
