import type {Entry, EntryKind, Summary} from '../../../page/index.ts'
import {
  fieldsIn,
  formatDuration,
  kindMarks,
  sanitizeLine,
  sanitizeText,
  stateMarks,
} from '../../../page/index.ts'
import {renderSlackNodes} from '../nodes/render-nodes.ts'
import {cutRawText, cutSlackText} from '../text/cut-slack-text.ts'
import {escapeSlack, inlineSlackCode, slackLine, styledSlackText} from '../text/escape-slack.ts'

const maxQuoteLength = 1500
const maxTextLength = 6000

/** Everything but replies and calls: its title and what it contains. */
export function slackEntryText(entry: Entry): string {
  const {kind} = entry
  if (kind === 'prompt' || kind === 'steering' || kind === 'memory') return personText(entry)
  if (kind === 'result') return resultText(entry)
  const title = styledSlackText('*', slackLine(entry.title))
  const subject = subjectOf(entry)
  const said = renderSlackNodes([...entry.asked.filter((node) => node.kind !== 'fields'), ...entry.answered])
  const facts = [entry.outcome, entry.durationMs === undefined ? undefined : formatDuration(entry.durationMs)]
    .flatMap((fact) => (fact === undefined ? [] : [slackLine(fact)]))
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

/** Shell commands and arguments of slash commands are code. A subject that the text below repeats is left out. */
function subjectOf({kind, subject, title, asked}: Entry): string {
  if (subject === undefined || title.startsWith(subject)) return ''
  const line = cutRawText(sanitizeLine(subject), 300)
  if (kind === 'shell' || kind === 'command') return ` ${inlineSlackCode(line)}`
  const isBelow = asked.some(
    (node) => (node.kind === 'note' || node.kind === 'text') && node.text === subject,
  )
  return isBelow || asked.some((node) => node.kind === 'prose') ? '' : `: ${escapeSlack(line)}`
}

/** What a person wrote, as a quotation. */
function personText(entry: Entry): string {
  const said =
    entry.asked.length > 0 ? renderSlackNodes(entry.asked) : escapeSlack(sanitizeText(entry.subject ?? ''))
  const name = entry.kind === 'steering' ? 'User (queued)' : entry.kind === 'memory' ? 'Memory' : 'User'
  const quoted = cutSlackText(said, maxQuoteLength)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  return `${slackMark(entry)} *${name}:*\n${quoted}`
}

/** `✅ *Completed*`, or why it failed; the numbers are below it. */
function resultText(entry: Entry): string {
  const reason = entry.subject === undefined ? '' : `: ${slackLine(entry.subject)}`
  const said = renderSlackNodes(entry.answered)
  return [`${slackMark(entry)} *${slackLine(entry.title)}*${reason}`, ...(said === '' ? [] : [said])].join(
    '\n',
  )
}

/** The numbers of a result on one line: `15.0s · 5 model turns · $0.02`. */
export function resultFacts({asked}: Entry): string {
  return fieldsIn(asked)
    .map(({label, value}) =>
      label === 'Model turns'
        ? `${value} ${value === '1' ? 'model turn' : 'model turns'}`
        : label === 'API time'
          ? `API ${value}`
          : value,
    )
    .map((fact) => slackLine(fact))
    .join(' · ')
}

/** Marks that differ from the emoji of other outputs: a person for a person's text, a dot if no image is needed. */
const slackMarks: Partial<Readonly<Record<EntryKind, string>>> = {
  prompt: '👤',
  steering: '👤',
  command: '👤',
  answer: '·',
  tool: '·',
  instruction: '·',
  attachment: '·',
  metadata: '·',
  unknown: '·',
  unreadable: '·',
}

function slackMark({kind, isError}: Entry): string {
  if (isError) return stateMarks.emoji.failed
  return kind === 'result' ? stateMarks.emoji.completed : (slackMarks[kind] ?? kindMarks[kind].emoji)
}

const verdicts: Readonly<Record<Summary['state'], string>> = {
  completed: '✅ Completed',
  failed: '❌ Failed',
  interrupted: '⏹ Interrupted',
  'cut-off': '⏹ Ended without a result',
  // A thread is closed when its input has ended, so nothing of it is running.
  open: '⏹ Ended without a result',
}

/** How a run ended. */
export const summaryVerdict = ({state, reason}: Summary): string =>
  `${verdicts[state]}${reason === undefined ? '' : `: ${slackLine(reason)}`}`
