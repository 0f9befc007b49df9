import type {Entry, Field, Summary} from '../../../page/index.ts'
import {fieldsIn, formatSummaryFacts, sanitizeLine, sanitizeText} from '../../../page/index.ts'
import {contextBlock, fieldsBlock, headerBlock, type SlackBlock, sectionBlocks} from '../text/blocks.ts'
import {cutRawText, cutSlackText} from '../text/cut-slack-text.ts'
import {escapeSlack, inlineSlackCode, slackLine, slackLink} from '../text/escape-slack.ts'
import {summaryVerdict} from './entry-text.ts'

/** The content of the first message of a thread. */
export interface SlackHeading {
  /** The title that the user gave. */
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly url?: string | undefined
  /** The client's own title, once there is one. */
  readonly sessionTitle?: string | undefined
  readonly tools: readonly string[]
  /** Once the run has ended. */
  readonly summary?: Summary | undefined
}

const maxTools = 20
const maxDescriptionLength = 1000

/** The first message of a thread: all that the channel shows of a run. */
export function sessionHeadBlocks(entry: Entry, heading: SlackHeading): readonly SlackBlock[] {
  const {description, url, summary} = heading
  const title = sanitizeLine(heading.title ?? heading.sessionTitle ?? 'Claude Code Session Started')
  const facts = summary && [summaryVerdict(summary), ...formatSummaryFacts(summary)]
  return [
    headerBlock(`🚀 ${title}`),
    ...(description === undefined
      ? []
      : sectionBlocks(cutSlackText(escapeSlack(sanitizeText(description)), maxDescriptionLength), 1)),
    fieldsBlock([
      ['Session ID', inlineSlackCode(sanitizeLine(entry.sessionId))],
      ...(heading.tools.length > 0 ? [['Tools', toolNames(heading.tools)] as const] : []),
      ...(url === undefined ? [] : [['URL', slackLink(sanitizeLine(url), slackLine(url))] as const]),
      ...fieldsOf(entry),
    ]),
    ...(facts ? [contextBlock(facts.join(' · '))] : []),
  ]
}

/** Built-in tools first: MCP servers have dozens of tools with long names. */
function toolNames(tools: readonly string[]): string {
  const own = tools.filter((name) => !name.startsWith('mcp__'))
  const shown = (own.length > 0 ? own : tools).slice(0, maxTools)
  const names = shown.map((name) => escapeSlack(cutRawText(sanitizeLine(name), 60))).join(', ')
  const more = tools.length - shown.length
  return more > 0 ? `${names} and ${more} more` : names
}

const shownFields: readonly Field['label'][] = ['Model', 'Folder', 'Branch']

const fieldsOf = ({asked}: Entry): readonly (readonly [string, string])[] =>
  fieldsIn(asked)
    .filter(({label}) => shownFields.includes(label))
    .map(({label, value}) => [label, inlineSlackCode(cutRawText(sanitizeLine(value), 300))] as const)
