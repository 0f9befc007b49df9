import {
  type Entry,
  excerptLine,
  formatDuration,
  formatZonedClock,
  kindMarks,
  shortOutcome,
  stateMarks,
} from '../../../page/index.ts'
import type {MarkdownContext} from '../markdown-options.ts'
import {inlineMarkdownCode} from '../text/code-fence.ts'
import {escapeHtmlLine, escapeMarkdownLine, quietHtmlLine} from '../text/escape-markdown.ts'

const maxTitleLength = 120
const maxSubjectLength = 100

/** What an entry is about, on one line of HTML: the summary of what is collapsed. */
export function entrySummaryHtml(entry: Entry, context: MarkdownContext): string {
  const {title, subject} = wordsOf(entry)
  const named = title === '' ? '' : `<b>${quietHtmlLine(title)}</b>`
  const about =
    subject === '' ? '' : isCode(entry) ? `<code>${escapeHtmlLine(subject)}</code>` : quietHtmlLine(subject)
  return join([[markdownMark(entry), named, about], markdownEntryFacts(entry, context).map(quietHtmlLine)])
}

/** The same as a line of Markdown. */
export function markdownEntryLine(entry: Entry, context: MarkdownContext): string {
  const {title, subject} = wordsOf(entry)
  const named = title === '' ? '' : `**${escapeMarkdownLine(title)}**`
  const about = isCode(entry) ? inlineMarkdownCode(subject) : escapeMarkdownLine(subject)
  return join([
    [markdownMark(entry), named, about],
    markdownEntryFacts(entry, context).map(escapeMarkdownLine),
  ])
}

/** How it ended, how long it took, and when. */
export const markdownEntryFacts = (entry: Entry, {timestamps, zone}: MarkdownContext): readonly string[] =>
  [
    excerptLine((entry.state === 'failed' ? shortOutcome(entry) : entry.outcome) ?? '', maxSubjectLength),
    entry.state && !['completed', 'failed'].includes(entry.state) ? entry.state : '',
    entry.durationMs === undefined ? '' : formatDuration(entry.durationMs),
    (timestamps && formatZonedClock(entry.at, zone)) || '',
  ].filter((fact) => fact !== '')

/** Only the subject of a tool is a name; other subjects are words. */
const isCode = ({kind}: Entry): boolean => kind === 'tool' || kind === 'shell'

function wordsOf({title, subject = ''}: Entry): {readonly title: string; readonly subject: string} {
  const words = excerptLine(title, maxTitleLength)
  // Hooks are named after their event and its subject.
  return {title: words, subject: title.startsWith(subject) ? '' : excerptLine(subject, maxSubjectLength)}
}

const join = ([words, facts]: readonly [readonly string[], readonly string[]]): string =>
  [words.filter((word) => word !== '').join(' '), ...facts].join(' · ')

/** The mark of an entry: its state, else its kind. */
export function markdownMark({kind, depth, state, isError}: Entry): string {
  if (isError && (state === undefined || state === 'completed')) return stateMarks.text.failed
  // What a notice that matters says is a warning.
  if (kind === 'notice' && depth === 'assistant') return '⚠'
  if (state) return stateMarks.text[state]
  // A hash begins a heading.
  return kind === 'memory' ? '▪' : kindMarks[kind].text
}
