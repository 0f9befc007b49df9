import {type Entry, formatDuration} from '../../../page/index.ts'
import {renderSlackNodes} from '../nodes/render-nodes.ts'
import {escapeSlack, inlineSlackCode, styledSlackText} from '../text/escape-slack.ts'
import {cutRawText, cutSlackText, sanitizeSlackLine, sanitizeSlackText} from '../text/sanitize.ts'
import {slackMark} from './entry-mark.ts'

const maxQuoteLength = 1500
const maxTextLength = 6000

/** Everything but answers and calls: who or what it is, and what was said. */
export function slackEntryText(entry: Entry): string {
  const {kind} = entry
  if (kind === 'prompt' || kind === 'steering' || kind === 'memory') return personText(entry)
  if (kind === 'result') return resultText(entry)
  const title = styledSlackText('*', escapeSlack(sanitizeSlackLine(entry.title)))
  const subject = subjectOf(entry)
  const said = renderSlackNodes([...entry.asked.filter((node) => node.kind !== 'fields'), ...entry.answered])
  const facts = [entry.outcome, entry.durationMs === undefined ? undefined : formatDuration(entry.durationMs)]
    .flatMap((fact) => (fact === undefined ? [] : [escapeSlack(sanitizeSlackLine(fact))]))
    .join(' · ')
  return cutSlackText(
    [
      `${slackMark(entry)} ${title}${subject}`,
      ...(facts === '' ? [] : [`_${facts}_`]),
      ...(said === '' ? [] : [said]),
    ].join('\n'),
    maxTextLength,
  )
}

/** A shell's line and a command's arguments are code; what the text below says is not said twice. */
function subjectOf({kind, subject, title, asked}: Entry): string {
  if (subject === undefined || title.startsWith(subject)) return ''
  const line = cutRawText(sanitizeSlackLine(subject), 300)
  if (kind === 'shell' || kind === 'command') return ` ${inlineSlackCode(line)}`
  const isBelow = asked.some(
    (node) => (node.kind === 'note' || node.kind === 'text') && node.text === subject,
  )
  return isBelow || asked.some((node) => node.kind === 'prose') ? '' : `: ${escapeSlack(line)}`
}

/** What a person wrote, as a quotation: it is known already. */
function personText(entry: Entry): string {
  const said =
    entry.asked.length > 0
      ? renderSlackNodes(entry.asked)
      : escapeSlack(sanitizeSlackText(entry.subject ?? ''))
  const name = entry.kind === 'steering' ? 'User, meanwhile' : entry.kind === 'memory' ? 'Memory' : 'User'
  const quoted = cutSlackText(said, maxQuoteLength)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  return `${slackMark(entry)} *${name}:*\n${quoted}`
}

/** `✅ *Completed*`, or why it failed; the numbers stand below it. */
function resultText(entry: Entry): string {
  const reason = entry.subject === undefined ? '' : `: ${escapeSlack(sanitizeSlackLine(entry.subject))}`
  const said = renderSlackNodes(entry.answered)
  return [
    `${slackMark(entry)} *${escapeSlack(sanitizeSlackLine(entry.title))}*${reason}`,
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
    .map((fact) => escapeSlack(sanitizeSlackLine(fact)))
    .join(' · ')
}
