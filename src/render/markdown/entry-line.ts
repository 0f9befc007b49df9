import {type Entry, formatDuration, kindMarks, outcomeOf, stateMarks} from '../../page/index.ts'
import {escapeHtmlLine, escapeWords, quietHtmlLine} from './escape-text.ts'
import {inlineCode} from './fence.ts'
import type {MarkdownContext} from './markdown-options.ts'
import {clockIn} from './moment.ts'
import {excerpt} from './sanitize.ts'

const longestTitle = 120
const longestSubject = 100

/** What an entry is about, on one line of HTML: the summary of what is folded. */
export function summaryOf(entry: Entry, context: MarkdownContext): string {
  const {title, subject} = wordsOf(entry)
  const named = title === '' ? '' : `<b>${quietHtmlLine(title)}</b>`
  const about =
    subject === '' ? '' : isCode(entry) ? `<code>${escapeHtmlLine(subject)}</code>` : quietHtmlLine(subject)
  return join([[entryMark(entry), named, about], factsOf(entry, context).map(quietHtmlLine)])
}

/** The same as a line of Markdown. */
export function lineOf(entry: Entry, context: MarkdownContext): string {
  const {title, subject} = wordsOf(entry)
  const named = title === '' ? '' : `**${escapeWords(title)}**`
  const about = isCode(entry) ? inlineCode(subject) : escapeWords(subject)
  return join([[entryMark(entry), named, about], factsOf(entry, context).map(escapeWords)])
}

/** How it came out, how long it took, and when. */
export const factsOf = (entry: Entry, {timestamps, zone}: MarkdownContext): readonly string[] =>
  [
    excerpt((entry.state === 'failed' ? outcomeOf(entry) : entry.outcome) ?? '', longestSubject),
    entry.state && !['completed', 'failed'].includes(entry.state) ? entry.state : '',
    entry.durationMs === undefined ? '' : formatDuration(entry.durationMs),
    (timestamps && clockIn(entry.time, zone)) || '',
  ].filter((fact) => fact !== '')

/** Only what tools work on is a name; everything else has words for a subject. */
const isCode = ({kind}: Entry): boolean => kind === 'tool' || kind === 'shell'

function wordsOf({title, subject = ''}: Entry): {readonly title: string; readonly subject: string} {
  const words = excerpt(title, longestTitle)
  // Hooks are named by their event and what it is about.
  return {title: words, subject: title.startsWith(subject) ? '' : excerpt(subject, longestSubject)}
}

const join = ([words, facts]: readonly [readonly string[], readonly string[]]): string =>
  [words.filter((word) => word !== '').join(' '), ...facts].join(' · ')

/** The mark an entry begins with: how it came out, else what kind of thing it is. */
export function entryMark({kind, depth, state, failed}: Entry): string {
  if (failed && (state === undefined || state === 'completed')) return stateMarks.text.failed
  // What a notice that matters says is a warning.
  if (kind === 'notice' && depth === 'assistant') return '⚠'
  if (state) return stateMarks.text[state]
  // A hash begins a heading.
  return kind === 'memory' ? '▪' : kindMarks[kind].text
}
