import type {Entry, Field, Summary} from '../../page/index.ts'
import {context, fieldSection, header, type SlackBlock, sections} from './blocks.ts'
import {escapeText, inlineCode, link} from './escape.ts'
import {cutRaw, cutText, sanitize, sanitizeLine} from './sanitize.ts'
import {summaryFacts, verdictOf} from './summary-text.ts'

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

const mostTools = 20
const longestDescription = 1000

/** The first message of a thread: all that is seen of a run in the channel. */
export function headerBlocks(entry: Entry, heading: SlackHeading): readonly SlackBlock[] {
  const {description, url, summary} = heading
  const title = sanitizeLine(heading.title ?? heading.sessionTitle ?? 'Claude Code Session Started')
  const facts = summary && [verdictOf(summary), summaryFacts(summary)].filter((part) => part !== '')
  return [
    header(`🚀 ${title}`),
    ...(description === undefined
      ? []
      : sections(cutText(escapeText(sanitize(description)), longestDescription), 1)),
    fieldSection([
      ['Session ID', inlineCode(sanitizeLine(entry.session))],
      ...(heading.tools.length > 0 ? [['Tools', toolNames(heading.tools)] as const] : []),
      ...(url === undefined
        ? []
        : [['URL', link(sanitizeLine(url), escapeText(sanitizeLine(url)))] as const]),
      ...fieldsOf(entry),
    ]),
    ...(facts ? [context(facts.join(' · '))] : []),
  ]
}

/** Servers bring tools by the dozen, under long names; what is built in comes first. */
function toolNames(tools: readonly string[]): string {
  const own = tools.filter((name) => !name.startsWith('mcp__'))
  const shown = (own.length > 0 ? own : tools).slice(0, mostTools)
  const names = shown.map((name) => escapeText(cutRaw(sanitizeLine(name), 60))).join(', ')
  const more = tools.length - shown.length
  return more > 0 ? `${names} and ${more} more` : names
}

const shownFields: readonly Field['label'][] = ['Model', 'Folder', 'Branch']

const fieldsOf = ({asked}: Entry): readonly (readonly [string, string])[] =>
  asked
    .flatMap((node) => (node.kind === 'fields' ? node.fields : []))
    .filter(({label}) => shownFields.includes(label))
    .map(({label, value}) => [label, inlineCode(cutRaw(sanitizeLine(value), 300))] as const)
