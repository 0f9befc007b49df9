import {
  formatDuration,
  formatTokens,
  type Node,
  type PageEntry,
  type PageTurn,
  type Usage,
} from '../../page/index.ts'
import {factsOf} from './entry-line.ts'
import {escapeWords} from './escape-text.ts'
import {headingBlock} from './heading-block.ts'
import {headingWords} from './heading-words.ts'
import {clockIn} from './moment.ts'
import {quote} from './quote.ts'
import {renderEntries} from './render-entries.ts'
import {renderNodes} from './render-nodes.ts'
import type {StoryContext} from './story-context.ts'
import {type TurnHeading, turnHeading} from './turn-heading.ts'

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
