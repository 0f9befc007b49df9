import type {Entry, Node} from '../../../page/index.ts'
import {
  failureReason,
  fieldsIn,
  finalState,
  formatDuration,
  formatNoun,
  formatOmitted,
  isProminentSide,
  sanitizeLine,
  sanitizeOutput,
  sanitizeText,
  stateMarks,
} from '../../../page/index.ts'
import {renderSlackNodes} from '../nodes/render-nodes.ts'
import type {SlackLevel} from '../significance.ts'
import {cutRawText, cutSlackText} from '../text/cut-slack-text.ts'
import {escapeSlack, inlineSlackCode, slackCodeBlock} from '../text/escape-slack.ts'

/** What an agent has done so far. */
export interface AgentProgress {
  readonly name: string
  readonly steps: number
  readonly newest: string | undefined
}

const maxSubjectLength = 300
const maxLineLength = 200
const maxDetailLength = 1500
const maxOutputLength = 900

/** A call in the lines that ccpretty posts: its state and name, the argument that matters, and how it ended. */
export function toolRunText(
  entry: Entry,
  agent: AgentProgress | undefined,
  level: SlackLevel,
  max: number,
): string {
  const label = agent || entry.depth === 'agent' ? 'Agent' : 'Tool'
  const title = agent?.name ?? sanitizeLine(entry.title)
  const below = details(entry, level)
  const line = isRunOpen(entry) ? openLine(entry, agent) : endLine(entry, below.length > 0)
  const lines = [
    `${stateMarks.emoji[finalState(entry) ?? 'pending']} *${label}:* ${escapeSlack(title)}`,
    ...subjectLines(entry, title, below.length > 0),
    ...(line === '' ? [] : [`_${line}_`]),
    ...below,
  ]
  return cutSlackText(lines.join('\n'), max)
}

/** The subject, unless the text below is the same plan or question. */
function subjectLines(entry: Entry, title: string, isBelow: boolean): readonly string[] {
  const {subject} = entry
  if (subject === undefined || subject === title) return []
  if (isBelow && isProminentSide(entry, 'asked')) return []
  const code = inlineSlackCode(cutRawText(sanitizeLine(subject), maxSubjectLength))
  return code === '' ? [] : [code]
}

export const isRunOpen = ({state}: Entry): boolean => state === 'pending' || state === 'running'

function openLine(entry: Entry, agent: AgentProgress | undefined): string {
  if (agent && agent.steps > 0)
    return italic(
      `${formatNoun(agent.steps, 'step')}${agent.newest === undefined ? '' : ` · ${sanitizeLine(agent.newest)}`}`,
    )
  return italic(descriptionOf(entry) ?? '')
}

/** The description that the model gave of its call. */
const descriptionOf = ({asked, subject}: Entry): string | undefined =>
  fieldsIn(asked).find(({role, value}) => role === 'description' && value !== subject)?.value

function endLine(entry: Entry, isBelow: boolean): string {
  const {outcome, durationMs, isError, state, prominent} = entry
  const isBad = isError || state !== 'completed'
  const said = isBad ? !isBelow : outcome === undefined && prominent === undefined
  const words = [
    ...(outcome === undefined ? [] : [outcome]),
    ...(said ? [excerpt(entry)] : []),
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
  ]
  return italic(words.filter((word) => word !== '').join(' · '))
}

/** Words with which programs report how they ended. */
const verdict =
  /\b(?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|warnings?|success(?:ful(?:ly)?)?|built|compiled|done|completed)\b/i
const lastLines = 12

/** One line of the result: the reason if it failed, else the line at the end that reports how it went. */
function excerpt(entry: Entry): string {
  const {answered, isError, state} = entry
  const reason = failureReason(entry)
  if (reason !== undefined) return sanitizeOutput(reason)
  const texts = answered.flatMap(wordsOf).map((text) => text.slice(0, 40_000))
  const said = texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith('…'))
  if (isError || state !== 'completed') return said[0] ?? ''
  const end = said.slice(-lastLines).reverse()
  return end.find((line) => verdict.test(line)) ?? end[0] ?? ''
}

function wordsOf(node: Node): readonly string[] {
  switch (node.kind) {
    case 'ansi':
    case 'text':
    case 'note':
      return [sanitizeOutput(node.text)]
    case 'prose':
      return [sanitizeText(node.markdown)]
    default:
      return []
  }
}

const italic = (text: string): string =>
  escapeSlack(cutRawText(sanitizeLine(text), maxLineLength)).replace(/_+$/, '')

/** Plans and questions are posted at every level; output only at `verbose`, and the output of failed calls. */
function details(entry: Entry, level: SlackLevel): readonly string[] {
  const {asked, answered, state, isError} = entry
  const nodes = [
    ...(isProminentSide(entry, 'asked') ? asked : []),
    ...(isProminentSide(entry, 'answered') ? answered : []),
  ].filter(({kind}) => kind !== 'fields')
  if (nodes.length > 0) return [cutSlackText(renderSlackNodes(nodes), maxDetailLength)].filter(Boolean)
  if (level !== 'verbose' && !(isError && state === 'failed')) return []
  const output = answered.flatMap((node) => (node.kind === 'ansi' ? [sanitizeOutput(node.text)] : []))
  const printed = output.join('\n').trim()
  if (printed !== '' && printed.includes('\n'))
    return [slackCodeBlock(bothEnds(printed, level === 'verbose' ? maxOutputLength : maxOutputLength / 3))]
  if (level !== 'verbose') return []
  const diffs = renderSlackNodes(answered.filter(({kind}) => kind === 'diff'))
  return [cutSlackText(diffs, maxOutputLength)].filter(Boolean)
}

/** The first and the last lines of an output, as many as fit. */
function bothEnds(text: string, max: number): string {
  if (text.length <= max) return text
  const lines = text.split('\n')
  const head: string[] = []
  const tail: string[] = []
  let room = max
  for (let from = 0, to = lines.length - 1; from <= to; ) {
    const isTail = tail.length <= head.length
    const line = cutRawText(lines[isTail ? to : from] ?? '', 200)
    if (line.length > room) break
    room -= line.length + 1
    if (isTail) {
      tail.unshift(line)
      to -= 1
    } else {
      head.push(line)
      from += 1
    }
  }
  const hidden = lines.length - head.length - tail.length
  return [...head, formatOmitted(hidden, 'line'), ...tail].join('\n')
}
