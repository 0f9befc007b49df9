import {type Entry, formatDuration} from '../../page/index.ts'
import {escapeText, inlineCode, styled} from './escape.ts'
import {markOf} from './marks.ts'
import {nodesText} from './node-text.ts'
import {cutRaw, cutText, sanitize, sanitizeLine} from './sanitize.ts'

const longestQuote = 1500
const longestText = 6000

/** Everything but answers and calls: who or what it is, and what was said. */
export function entryText(entry: Entry): string {
  const {kind} = entry
  if (kind === 'prompt' || kind === 'steering' || kind === 'memory') return personText(entry)
  if (kind === 'result') return resultText(entry)
  const title = styled('*', escapeText(sanitizeLine(entry.title)))
  const subject = subjectOf(entry)
  const said = nodesText([...entry.asked.filter((node) => node.kind !== 'fields'), ...entry.answered])
  const facts = [entry.outcome, entry.durationMs === undefined ? undefined : formatDuration(entry.durationMs)]
    .flatMap((fact) => (fact === undefined ? [] : [escapeText(sanitizeLine(fact))]))
    .join(' · ')
  return cutText(
    [
      `${markOf(entry)} ${title}${subject}`,
      ...(facts === '' ? [] : [`_${facts}_`]),
      ...(said === '' ? [] : [said]),
    ].join('\n'),
    longestText,
  )
}

/** A shell's line and a command's arguments are code; what the text below says is not said twice. */
function subjectOf({kind, subject, title, asked}: Entry): string {
  if (subject === undefined || title.startsWith(subject)) return ''
  const line = cutRaw(sanitizeLine(subject), 300)
  if (kind === 'shell' || kind === 'command') return ` ${inlineCode(line)}`
  const isBelow = asked.some(
    (node) => (node.kind === 'note' || node.kind === 'text') && node.text === subject,
  )
  return isBelow || asked.some((node) => node.kind === 'prose') ? '' : `: ${escapeText(line)}`
}

/** What a person wrote, as a quotation: it is known already. */
function personText(entry: Entry): string {
  const said = entry.asked.length > 0 ? nodesText(entry.asked) : escapeText(sanitize(entry.subject ?? ''))
  const name = entry.kind === 'steering' ? 'User, meanwhile' : entry.kind === 'memory' ? 'Memory' : 'User'
  const quoted = cutText(said, longestQuote)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  return `${markOf(entry)} *${name}:*\n${quoted}`
}

/** `✅ *Completed*`, or why it failed; the numbers stand below it. */
function resultText(entry: Entry): string {
  const reason = entry.subject === undefined ? '' : `: ${escapeText(sanitizeLine(entry.subject))}`
  const said = nodesText(entry.answered)
  return [
    `${markOf(entry)} *${escapeText(sanitizeLine(entry.title))}*${reason}`,
    ...(said === '' ? [] : [said]),
  ].join('\n')
}

/** The numbers of a result on one line: `15.0s · 5 model turns · $0.02`. */
export function resultFacts({asked}: Entry): string {
  const fields = asked.flatMap((node) => (node.kind === 'fields' ? node.fields : []))
  return fields
    .map(({label, value}) =>
      label === 'Model turns'
        ? `${value} ${value === '1' ? 'model turn' : 'model turns'}`
        : label === 'API time'
          ? `API ${value}`
          : value,
    )
    .map((fact) => escapeText(sanitizeLine(fact)))
    .join(' · ')
}
