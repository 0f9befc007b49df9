import {type Entry, type Field, formatDuration, formatNoun, type Node} from '../../../page/index.ts'
import {renderSlackNodes} from '../nodes/render-nodes.ts'
import type {SlackLevel} from '../significance.ts'
import {escapeSlack, inlineSlackCode, slackCodeBlock} from '../text/escape-slack.ts'
import {cutRawText, cutSlackText, sanitizeSlackLine, sanitizeSlackText} from '../text/sanitize.ts'
import {toolRunMark} from './entry-mark.ts'

/** A call with what its agent did, where it started one. */
export interface SlackToolRun {
  readonly entry: Entry
  readonly agent: AgentProgress | undefined
}

/** How far an agent has come. */
export interface AgentProgress {
  readonly name: string
  readonly steps: number
  readonly newest: string | undefined
}

const maxSubjectLength = 300
const maxLineLength = 200
const maxDetailLength = 1500
const maxOutputLength = 900

/** A call in the lines of seed 000: its state and name, the argument that matters, and how it came out. */
export function toolRunText({entry, agent}: SlackToolRun, level: SlackLevel, most: number): string {
  const label = agent || entry.depth === 'agent' ? 'Agent' : 'Tool'
  const title = agent?.name ?? sanitizeSlackLine(entry.title)
  const below = details(entry, level)
  const line = isRunOpen(entry) ? openLine(entry, agent) : endLine(entry, below.length > 0)
  const lines = [
    `${toolRunMark(entry)} *${label}:* ${escapeSlack(title)}`,
    ...subjectLines(entry, title, below.length > 0),
    ...(line === '' ? [] : [`_${line}_`]),
    ...below,
  ]
  return cutSlackText(lines.join('\n'), most)
}

/** A plan or a question that stands below is not said before. */
function subjectLines({subject, prominent}: Entry, title: string, isBelow: boolean): readonly string[] {
  if (subject === undefined || subject === title) return []
  if (isBelow && (prominent === 'asked' || prominent === 'both')) return []
  const code = inlineSlackCode(cutRawText(sanitizeSlackLine(subject), maxSubjectLength))
  return code === '' ? [] : [code]
}

export const isRunOpen = ({state}: Entry): boolean => state === 'pending' || state === 'running'

function openLine(entry: Entry, agent: AgentProgress | undefined): string {
  if (agent && agent.steps > 0)
    return italic(
      `${formatNoun(agent.steps, 'step')}${agent.newest === undefined ? '' : ` · ${sanitizeSlackLine(agent.newest)}`}`,
    )
  return italic(descriptionOf(entry) ?? '')
}

/** What was said of a call, in its own words. */
function descriptionOf({asked, subject}: Entry): string | undefined {
  const named: readonly Field[] = asked.flatMap((node) => (node.kind === 'fields' ? node.fields : []))
  return named.find(({role, value}) => role === 'description' && value !== subject)?.value
}

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

/** Words in which programs say how it went. */
const verdict =
  /\b(?:pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|errors?|warnings?|success(?:ful(?:ly)?)?|built|compiled|done|completed)\b/i
const lastLines = 12

/** Programs say at the end how it went, and at the beginning what went wrong. */
function excerpt({answered, isError, state}: Entry): string {
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
      return [sanitizeSlackText(node.text)]
    case 'prose':
      return [sanitizeSlackText(node.markdown)]
    default:
      return []
  }
}

const italic = (text: string): string =>
  escapeSlack(cutRawText(sanitizeSlackLine(text), maxLineLength)).replace(/_+$/, '')

/** What is part of the story is told at every level; what came back only where everything is wanted. */
function details({asked, answered, prominent, state, isError}: Entry, level: SlackLevel): readonly string[] {
  const told = [
    ...(prominent === 'asked' || prominent === 'both' ? asked.filter(({kind}) => kind !== 'fields') : []),
    ...(prominent === 'answered' || prominent === 'both'
      ? answered.filter(({kind}) => kind !== 'fields')
      : []),
  ]
  if (told.length > 0)
    return [cutSlackText(renderSlackNodes(told), maxDetailLength)].filter((text) => text !== '')
  if (level !== 'verbose' && !(isError && state === 'failed')) return []
  const output = answered.flatMap((node) => (node.kind === 'ansi' ? [sanitizeSlackText(node.text)] : []))
  const printed = output.join('\n').trim()
  if (printed !== '' && printed.includes('\n'))
    return [slackCodeBlock(bothEnds(printed, level === 'verbose' ? maxOutputLength : maxOutputLength / 3))]
  if (level !== 'verbose') return []
  return [
    cutSlackText(renderSlackNodes(answered.filter(({kind}) => kind === 'diff')), maxOutputLength),
  ].filter((text) => text !== '')
}

/** The first and the last lines of what was printed, as many as there is room for. */
function bothEnds(text: string, most: number): string {
  if (text.length <= most) return text
  const lines = text.split('\n')
  const head: string[] = []
  const tail: string[] = []
  let room = most
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
  return [...head, `… ${formatNoun(hidden, 'more line')}`, ...tail].join('\n')
}
