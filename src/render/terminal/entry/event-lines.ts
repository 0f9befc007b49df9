import {type Entry, entryKinds, formatDuration, plainFirstLine} from '../../../page/index.ts'
import type {TerminalOptions} from '../terminal-options.ts'
import {glyphsFor} from '../text/glyphs.ts'
import {cut, measure} from '../text/measure.ts'
import {sanitizeTerminalLine} from '../text/sanitize.ts'
import {wrapLine} from '../text/wrap.ts'
import {cutSubject} from './cut-subject.ts'
import {actorPen, markPen, terminalMark} from './entry-mark.ts'
import {isUnlimited} from './row-limits.ts'

/** A subject with less room than this gets a separate line. */
const minSubjectWidth = 12

/**
 * What happened, with the one thing about it that matters and how it ended: `✓ Bash  npm test  exit 0 · 0.75s`.
 * If that is too long, the subject moves to a second line of `width` columns; the first has `room`.
 */
export function eventLines(
  entry: Entry,
  options: TerminalOptions,
  room: number,
  width: number,
): readonly string[] {
  const {ellipsis} = glyphsFor(options)
  const plain = options.style === 'plain'
  const mark = terminalMark(entry, options)
  const facts = factsOf(entry, options)
  const tail = facts === '' ? '' : plain ? ` (${facts})` : `  ${facts}`
  const {title, subject} = wordsOf(entry, options)
  const shownTitle = cut(title, Math.max(1, room - measure(mark) - 1), ellipsis)
  const head = `${markPen(entry, options)(mark)} ${titlePen(entry, options)(shownTitle)}`
  const headWidth = measure(mark) + 1 + measure(shownTitle)
  const shownTail = options.paint.dim(cut(tail, Math.max(0, room - headWidth), ellipsis))
  if (subject === undefined) return [head + shownTail]
  const separator = plain ? ': ' : '  '
  const left = room - headWidth - separator.length - measure(tail)
  if (isUnlimited(options) && measure(subject) > left)
    return [head + shownTail, ...wrapLine(subject, width - 2).map((line) => `  ${line}`)]
  if (left >= Math.min(measure(subject), minSubjectWidth))
    return [head + separator + cutSubject(entry, subject, left, ellipsis) + shownTail]
  return [head + shownTail, `  ${cutSubject(entry, subject, width - 2, ellipsis)}`]
}

/** How it ended and how long it took. */
function factsOf({outcome, durationMs, kind}: Entry, options: TerminalOptions): string {
  const separator = options.style === 'plain' ? ', ' : ` ${glyphsFor(options).dot} `
  // The end of a session lists its times below.
  const duration = durationMs === undefined || kind === 'result' ? undefined : formatDuration(durationMs)
  return [outcome === undefined ? undefined : withGlyphs(sanitizeTerminalLine(outcome), options), duration]
    .filter((fact) => fact !== undefined)
    .join(separator)
}

/** Kinds whose titles are names out of a machine, and say too little alone. */
const named: ReadonlySet<Entry['kind']> = new Set(['hook', 'attachment', 'metadata', 'unknown', 'unreadable'])

function wordsOf(
  entry: Entry,
  options: TerminalOptions,
): {readonly title: string; readonly subject: string | undefined} {
  const known = entry.title.startsWith(entry.subject ?? '') && !entry.state
  const subject =
    entry.subject === undefined || known
      ? undefined
      : withGlyphs(sanitizeTerminalLine(aboutOf(entry, options)), options)
  const title = withGlyphs(sanitizeTerminalLine(entry.title), options)
  if (entry.kind === 'shell' && subject !== undefined) return {title: subject, subject: undefined}
  const word = options.style !== 'plain' && named.has(entry.kind) ? `${entryKinds[entry.kind].word} ` : ''
  return {title: word + title, subject}
}

/** The prompt of an agent is Markdown; its first line is enough. */
const aboutOf = ({kind, subject = ''}: Entry, options: TerminalOptions): string =>
  kind === 'agent' && !isUnlimited(options) ? plainFirstLine(subject, maxLineLength) : subject

/** No terminal is wider. */
const maxLineLength = 1000

function titlePen(entry: Entry, options: TerminalOptions): (text: string) => string {
  const pen = actorPen(entry, options)
  return entry.state ? (text) => options.paint.strong(pen(text)) : pen
}

/** Titles, subjects and outcomes are recount's own words or have some in them, with signs that `plain` has not. */
function withGlyphs(text: string, options: TerminalOptions): string {
  if (options.style !== 'plain') return text
  const {ellipsis, minus, times, arrow} = glyphsFor(options)
  return text
    .replaceAll('…', ellipsis)
    .replaceAll('−', minus)
    .replaceAll('×', times)
    .replaceAll('→', arrow)
    .replaceAll('›', '>')
    .replaceAll('⏎', '\\n')
    .replaceAll(' · ', ', ')
}
