import {
  type EntryKind,
  formatDuration,
  formatTokens,
  type Node,
  type PageEntry,
  type PageTurn,
  type Usage,
} from '../../page/index.ts'
import {headingBlock, quote} from './blocks.ts'
import {factsOf} from './entry-line.ts'
import {escapePart, escapeWords} from './escape-text.ts'
import {inlineCode} from './fence.ts'
import type {StoryContext} from './markdown-options.ts'
import {clockIn} from './moment.ts'
import {renderNodes} from './nodes/render-nodes.ts'
import {joinToCode} from './quiet.ts'
import {renderEntries} from './render-entries.ts'
import {excerpt, sanitizeLine} from './sanitize.ts'

/** A turn: the request as a heading, then what came of it. */
export function renderTurn(turn: PageTurn, context: StoryContext): readonly string[] {
  const heading = turnHeading(turn)
  const {request} = heading
  const {places} = context
  const at = request ? turn.entries.indexOf(request) : -1
  const inside: StoryContext = {...context, branch: turn.branch}
  return [
    // The way to a path that was left leads to its first entry, which may be the request itself.
    places.at(turn.anchor) + (request && context.wanted.has(request.anchor) ? places.at(request.anchor) : ''),
    ...headingBlock(context.level + 1, headingWords(heading.text)),
    turnFacts(turn, heading, context),
    ...renderEntries(turn.entries.slice(0, Math.max(0, at)), inside),
    ...requestBlocks(heading, inside),
    ...(request ? renderEntries(request.below, inside) : []),
    ...renderEntries(turn.entries.slice(at + 1), inside),
  ]
}

function turnFacts(
  {number, startedAt, durationMs, usage}: PageTurn,
  {text}: TurnHeading,
  {timestamps, zone}: StoryContext,
): string {
  const tokens = usage === undefined ? 0 : tokensOf(usage)
  const facts = [
    number < 1 || text === `Turn ${number}` ? undefined : `Turn ${number}`,
    timestamps ? clockIn(startedAt, zone) : undefined,
    durationMs === undefined ? undefined : formatDuration(durationMs),
    tokens === 0 ? undefined : `${formatTokens(tokens)} tokens`,
  ].filter((fact) => fact !== undefined)
  return facts.length === 0 ? '' : `*${facts.join(' · ')}*`
}

const tokensOf = (usage: Usage): number =>
  usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h

/** What the heading has no room for: the whole request as a quotation, what a command printed as it stands. */
function requestBlocks({request, whole}: TurnHeading, context: StoryContext): readonly string[] {
  if (!request) return []
  const asked = whole ? request.asked.filter((node) => !isSubject(node, request)) : request.asked
  const rest =
    request.kind === 'shell' && !whole
      ? [{kind: 'code', code: request.subject ?? '', language: 'sh', firstLine: undefined} as const]
      : []
  const blocks = renderNodes([...rest, ...asked], context)
  const facts = request.failed ? factsOf(request, context).map(escapeWords).join(' · ') : ''
  return [
    ...(blocks.length === 0 ? [] : [quote(blocks)]),
    ...(request.failed ? [`✗ ${facts || 'failed'}`] : []),
    ...renderNodes(request.answered, context),
  ]
}

const isSubject = (node: Node, {subject}: PageEntry): boolean =>
  node.kind === 'prose' && node.markdown.trim() === subject?.trim()

const longestHeading = 100

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

/** The heading of a turn: what was asked, on one line. */
function turnHeading({entries, number}: PageTurn): TurnHeading {
  const request = entries.find(({kind}) => headings.has(kind))
  const words = (request && headings.get(request.kind)?.(request).trim()) ?? ''
  const text = excerpt(words, longestHeading)
  return text === ''
    ? {text: number < 1 ? 'Before the first prompt' : `Turn ${number}`, request, whole: false}
    : {text, request, whole: text === words}
}

/** A line that somebody wrote as the words of a heading: what is code in it stays code, all else is text. */
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
  return parts.map(({isCode, content}) => (isCode ? inlineCode(content) : escapePart(content))).join('')
}
