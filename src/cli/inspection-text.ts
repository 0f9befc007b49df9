import type {ToolRunState} from '../model/index.ts'
import {toolRunStates} from '../model/index.ts'
import {formatBytes, formatCount, formatDollars, formatNoun} from './format.ts'
import type {Inspection} from './inspection.ts'
import type {Palette} from './palette.ts'

type Row = readonly [label: string, text: string]

/** Writes an inspection for people: what is there, what was done, what it cost, and what was odd. */
export function inspectionText(title: string, inspection: Inspection, palette: Palette): string {
  const size = `${formatNoun(inspection.files, 'file', 'files')}, ${formatBytes(inspection.bytes)}`
  const rows = [...contents(inspection), ...work(inspection, palette), ...oddities(inspection, palette)]
  const lines = rows.map(([label, text]) => `  ${palette.dim(label.padEnd(11))} ${text}`)
  return `${palette.strong(printable(title))} ${palette.dim(`· ${size}`)}\n\n${lines.join('\n')}\n`
}

function contents(inspection: Inspection): readonly Row[] {
  const {records, messages, unknown, unreadable, sessions, agents, branches} = inspection
  const parts = [formatNoun(messages, 'message', 'messages')]
  if (unknown > 0) parts.push(`${formatCount(unknown)} unknown`)
  if (unreadable > 0) parts.push(`${formatCount(unreadable)} unreadable`)
  const shape = [formatNoun(sessions, 'session', 'sessions')]
  if (agents > 0) shape.push(formatNoun(agents, 'agent', 'agents'))
  if (branches > 0) shape.push(`${formatNoun(branches, 'branch', 'branches')} left behind`)
  return [
    ['records', `${formatCount(records)} = ${parts.join(' + ')}`],
    ['written in', namesOf(inspection.dialects)],
    ...(Object.keys(inspection.versions).length > 0
      ? [['client', versionsOf(inspection.versions)] as const]
      : []),
    ['holds', shape.join(', ')],
    ['kinds', countsOf(inspection.kinds)],
  ]
}

const marks: Readonly<Record<ToolRunState, string>> = {
  pending: '◌',
  running: '◐',
  completed: '✓',
  failed: '✗',
  denied: '⊘',
  interrupted: '⚠',
  orphaned: '⌛',
}

function work(inspection: Inspection, palette: Palette): readonly Row[] {
  const {usage, toolRuns, reportedCostUsd} = inspection
  const runs = toolRunStates.filter((state) => toolRuns[state] > 0)
  const shown = runs.map((state) => {
    const text = `${marks[state]} ${formatCount(toolRuns[state])} ${state}`
    return state === 'failed' ? palette.bad(text) : palette.tool(text)
  })
  const tokens = [
    `${formatCount(usage.input)} in`,
    `${inspection.usageComplete ? '' : 'at least '}${formatCount(usage.output)} out`,
    `${formatCount(usage.cacheRead)} cache read`,
    `${formatCount(usage.cacheWrite5m + usage.cacheWrite1h)} cache write`,
  ]
  const cost =
    reportedCostUsd === null ? 'not reported' : `${formatDollars(reportedCostUsd)} as reported by the client`
  return [
    ['tool runs', shown.length > 0 ? shown.join('  ') : 'none'],
    ['tokens', tokens.join(', ')],
    ['cost', cost],
  ]
}

function oddities(inspection: Inspection, palette: Palette): readonly Row[] {
  const rows: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
    ['unknown', inspection.unknownTypes],
    ['unreadable', inspection.unreadableReasons],
    ['oddities', inspection.flaws],
  ]
  return rows.flatMap(([label, counts]) =>
    Object.keys(counts).length === 0
      ? []
      : [[label, label === 'unreadable' ? palette.bad(countsOf(counts)) : countsOf(counts)] as const],
  )
}

const mostShown = 8

function countsOf(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts)
  const shown = entries.slice(0, mostShown).map(([name, times]) => `${printable(name)} ${formatCount(times)}`)
  const rest = entries.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ') || 'nothing'
}

const namesOf = (counts: Readonly<Record<string, number>>): string =>
  Object.keys(counts).map(printable).join(', ') || 'nothing known'

function versionsOf(counts: Readonly<Record<string, number>>): string {
  const versions = Object.keys(counts).map(printable)
  return versions.length <= 4
    ? versions.join(', ')
    : `${versions.slice(0, 3).join(', ')} and ${versions.length - 3} more`
}

/** Names come from files; control characters in them must not reach the terminal. */
const printable = (name: string): string => name.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
