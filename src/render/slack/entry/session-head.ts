import type {Entry, Field, Summary} from '../../../page/index.ts'
import {contextBlock, fieldsBlock, headerBlock, type SlackBlock, sectionBlocks} from '../text/blocks.ts'
import {escapeSlack, inlineSlackCode, slackLink} from '../text/escape-slack.ts'
import {cutRawText, cutSlackText, sanitizeSlackLine, sanitizeSlackText} from '../text/sanitize.ts'
import {summaryFacts, summaryVerdict} from './summary-text.ts'

/** What heads a thread. */
export interface SlackHeading {
  /** What the user calls the run. */
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly url?: string | undefined
  /** What the client calls the session, once it has a name for it. */
  readonly sessionTitle?: string | undefined
  readonly tools: readonly string[]
  /** How it went, once it is over. */
  readonly summary?: Summary | undefined
}

const maxTools = 20
const maxDescriptionLength = 1000

/** The first message of a thread: all that is seen of a run in the channel. */
export function sessionHeadBlocks(entry: Entry, heading: SlackHeading): readonly SlackBlock[] {
  const {description, url, summary} = heading
  const title = sanitizeSlackLine(heading.title ?? heading.sessionTitle ?? 'Claude Code Session Started')
  const facts = summary && [summaryVerdict(summary), summaryFacts(summary)].filter((part) => part !== '')
  return [
    headerBlock(`🚀 ${title}`),
    ...(description === undefined
      ? []
      : sectionBlocks(cutSlackText(escapeSlack(sanitizeSlackText(description)), maxDescriptionLength), 1)),
    fieldsBlock([
      ['Session ID', inlineSlackCode(sanitizeSlackLine(entry.sessionId))],
      ...(heading.tools.length > 0 ? [['Tools', toolNames(heading.tools)] as const] : []),
      ...(url === undefined
        ? []
        : [['URL', slackLink(sanitizeSlackLine(url), escapeSlack(sanitizeSlackLine(url)))] as const]),
      ...fieldsOf(entry),
    ]),
    ...(facts ? [contextBlock(facts.join(' · '))] : []),
  ]
}

/** Servers bring tools by the dozen, under long names; what is built in comes first. */
function toolNames(tools: readonly string[]): string {
  const own = tools.filter((name) => !name.startsWith('mcp__'))
  const shown = (own.length > 0 ? own : tools).slice(0, maxTools)
  const names = shown.map((name) => escapeSlack(cutRawText(sanitizeSlackLine(name), 60))).join(', ')
  const more = tools.length - shown.length
  return more > 0 ? `${names} and ${more} more` : names
}

const shownFields: readonly Field['label'][] = ['Model', 'Folder', 'Branch']

const fieldsOf = ({asked}: Entry): readonly (readonly [string, string])[] =>
  asked
    .flatMap((node) => (node.kind === 'fields' ? node.fields : []))
    .filter(({label}) => shownFields.includes(label))
    .map(({label, value}) => [label, inlineSlackCode(cutRawText(sanitizeSlackLine(value), 300))] as const)
