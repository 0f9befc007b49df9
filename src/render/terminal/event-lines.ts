import type {Entry} from '../../page/index.ts'
import {entryKinds, formatDuration, plainLine} from '../../page/index.ts'
import {cutSubject} from './cut-subject.ts'
import {glyphsFor} from './glyphs.ts'
import type {Look} from './look.ts'
import {markOf, markPenOf, penOf} from './mark.ts'
import {cut, measure} from './measure.ts'
import {isFull} from './row-limits.ts'
import {sanitizeLine} from './sanitize.ts'
import {wrapLine} from './wrap.ts'

/** A subject with less room than this says more on a line of its own. */
const leastSubject = 12

/**
 * What happened, with the one thing about it that matters and how it came out: `✓ Bash  npm test  exit 0 · 0.75s`.
 * Where that is too long the subject moves to a second line, which may be `width` wide; the first has `room`.
 */
export function eventLines(entry: Entry, look: Look, room: number, width: number): readonly string[] {
  const {ellipsis} = glyphsFor(look)
  const plain = look.style === 'plain'
  const mark = markOf(entry, look)
  const facts = factsOf(entry, look)
  const tail = facts === '' ? '' : plain ? ` (${facts})` : `  ${facts}`
  const {title, subject} = wordsOf(entry, look)
  const shownTitle = cut(title, Math.max(1, room - measure(mark) - 1), ellipsis)
  const head = `${markPenOf(entry, look)(mark)} ${titlePen(entry, look)(shownTitle)}`
  const headWidth = measure(mark) + 1 + measure(shownTitle)
  const shownTail = look.paint.dim(cut(tail, Math.max(0, room - headWidth), ellipsis))
  if (subject === undefined) return [head + shownTail]
  const separator = plain ? ': ' : '  '
  const left = room - headWidth - separator.length - measure(tail)
  if (isFull(look) && measure(subject) > left)
    return [head + shownTail, ...wrapLine(subject, width - 2).map((line) => `  ${line}`)]
  if (left >= Math.min(measure(subject), leastSubject))
    return [head + separator + cutSubject(entry, subject, left, ellipsis) + shownTail]
  return [head + shownTail, `  ${cutSubject(entry, subject, width - 2, ellipsis)}`]
}

/** How it came out and how long it took. */
function factsOf({outcome, durationMs, kind}: Entry, look: Look): string {
  const separator = look.style === 'plain' ? ', ' : ` ${glyphsFor(look).dot} `
  // The end of a session lists its times below.
  const duration = durationMs === undefined || kind === 'result' ? undefined : formatDuration(durationMs)
  return [outcome === undefined ? undefined : inMarks(sanitizeLine(outcome), look), duration]
    .filter((fact) => fact !== undefined)
    .join(separator)
}

/** Kinds whose titles are names out of a machine, and say too little alone. */
const named: ReadonlySet<Entry['kind']> = new Set(['hook', 'attachment', 'metadata', 'unknown', 'unreadable'])

function wordsOf(entry: Entry, look: Look): {readonly title: string; readonly subject: string | undefined} {
  const known = entry.title.startsWith(entry.subject ?? '') && !entry.state
  const subject =
    entry.subject === undefined || known ? undefined : inMarks(sanitizeLine(aboutOf(entry, look)), look)
  const title = inMarks(sanitizeLine(entry.title), look)
  if (entry.kind === 'shell' && subject !== undefined) return {title: subject, subject: undefined}
  const word = look.style !== 'plain' && named.has(entry.kind) ? `${entryKinds[entry.kind].word} ` : ''
  return {title: word + title, subject}
}

/** What agents are asked is Markdown, of which the first line is enough. */
const aboutOf = ({kind, subject = ''}: Entry, look: Look): string =>
  kind === 'agent' && !isFull(look) ? plainLine(subject, longestLine) : subject

/** No terminal is wider. */
const longestLine = 1000

function titlePen(entry: Entry, look: Look): (text: string) => string {
  const pen = penOf(entry, look)
  return entry.state ? (text) => look.paint.strong(pen(text)) : pen
}

/** Titles, subjects and outcomes are recount's own words or have some in them, with signs that `plain` has not. */
function inMarks(text: string, look: Look): string {
  if (look.style !== 'plain') return text
  const {ellipsis, minus, times, arrow} = glyphsFor(look)
  return text
    .replaceAll('…', ellipsis)
    .replaceAll('−', minus)
    .replaceAll('×', times)
    .replaceAll('→', arrow)
    .replaceAll('›', '>')
    .replaceAll('⏎', '\\n')
    .replaceAll(' · ', ', ')
}
