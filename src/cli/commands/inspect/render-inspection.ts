import type {InspectionJson} from '../../../json/index.ts'
import {sumTokens} from '../../../model/billing.ts'
import {toolRunStates} from '../../../model/index.ts'
import {formatBytes, formatCount, formatDollars, formatNoun} from '../../../page/index.ts'
import {stateMarks} from '../../../page/marks.ts'
import type {Host} from '../../host.ts'
import {wrapWords} from '../../output/fill-lines.ts'
import {type Palette, paletteFor} from '../../output/palette.ts'
import {printable} from '../../output/printable.ts'

/** A labelled line; only the gaps between its parts can break. */
interface Row {
  readonly label: string
  readonly parts: readonly string[]
  readonly gap?: number
  readonly paint?: (part: string) => string
}

const labelWidth = 'unreadable '.length
const indent = 2

/** Narrower columns would be unreadable. */
const minWidth = 20

/** Renders an inspection: content, tool calls, cost and warnings. */
export function renderInspection(
  title: string,
  inspection: InspectionJson,
  {color, width}: Pick<Host, 'color' | 'width'>,
): string {
  const palette = paletteFor(color)
  const rows = [
    ...contentRows(inspection),
    ...workRows(inspection, palette),
    ...warningRows(inspection, palette),
  ]
  return [
    ...heading(title, inspection, palette, width),
    '',
    ...rows.flatMap((row) => rowLines(row, palette, width)),
    '',
  ].join('\n')
}

function heading(title: string, {files, bytes}: InspectionJson, palette: Palette, width: number) {
  const name = printable(title)
  const size = `· ${formatNoun(files, 'file', 'files')}, ${formatBytes(bytes)}`
  const [strong, dim] = [palette.strong(name), palette.dim(size)]
  return name.length + 1 + size.length <= width ? [`${strong} ${dim}`] : [strong, dim]
}

/** The label is printed once; parts that do not fit next to it continue below, in the same column. */
function rowLines({label, parts, gap = 1, paint = (part) => part}: Row, palette: Palette, width: number) {
  const margin = ' '.repeat(indent)
  const room = Math.max(minWidth, width - indent - labelWidth - 1)
  return wrapWords(
    parts.map((part) => clip(part, room)),
    room,
    gap,
  ).map((words, at) => {
    const left = at === 0 ? palette.dim(label.padEnd(labelWidth)) : ' '.repeat(labelWidth)
    return `${margin}${left} ${words.map(paint).join(' '.repeat(gap))}`
  })
}

const clip = (text: string, most: number): string =>
  text.length > most
    ? `${Array.from(text)
        .slice(0, most - 1)
        .join('')}…`
    : text

function contentRows(inspection: InspectionJson): readonly Row[] {
  const {records, messages, unknown, unreadable, sessions, agents, branches, clientVersions} = inspection
  const sum = [`${formatCount(records)} =`, formatNoun(messages, 'message', 'messages')]
  if (unknown > 0) sum.push(`+ ${formatCount(unknown)} unknown`)
  if (unreadable > 0) sum.push(`+ ${formatCount(unreadable)} unreadable`)
  const shape = [formatNoun(sessions, 'session', 'sessions')]
  if (agents > 0) shape.push(formatNoun(agents, 'agent', 'agents'))
  if (branches > 0) shape.push(formatNoun(branches, 'abandoned branch', 'abandoned branches'))
  const clients = Object.keys(clientVersions)
  return [
    {label: 'records', parts: sum},
    {label: 'format', parts: some(Object.keys(inspection.dialects), 4, 'unknown')},
    ...(clients.length > 0 ? [{label: 'client', parts: some(clients, 4)}] : []),
    {label: 'contains', parts: commas(shape)},
    {label: 'kinds', parts: counts(inspection.kinds)},
  ]
}

const marks = stateMarks.text

function workRows(inspection: InspectionJson, palette: Palette): readonly Row[] {
  const {usage, toolCalls} = inspection
  const states = toolRunStates.filter((state) => toolCalls[state] > 0)
  const runs = states.map((state) => `${marks[state]} ${formatCount(toolCalls[state])} ${state}`)
  const tokens = [
    `${formatCount(usage.input)} in`,
    `${inspection.isComplete ? '' : 'at least '}${formatCount(usage.output)} out`,
    `${formatCount(usage.cacheRead)} cache read`,
    `${formatCount(usage.cacheWrite5m + usage.cacheWrite1h)} cache write`,
  ]
  return [
    runs.length === 0
      ? {label: 'tool calls', parts: ['none']}
      : {
          label: 'tool calls',
          parts: runs,
          gap: 2,
          paint: (part) => (part.startsWith(marks.failed) ? palette.bad(part) : palette.tool(part)),
        },
    {label: 'tokens', parts: commas(tokens)},
    {label: 'cost', parts: commas(costs(inspection))},
  ]
}

/** The computed and the reported cost. */
function costs(inspection: InspectionJson): readonly string[] {
  const {costUsd, reportedCostUsd, unpricedTokens, isComplete, usage} = inspection
  const least = isComplete && unpricedTokens === 0 ? '' : 'at least '
  return [
    ...(costUsd === null || sumTokens(usage) === 0 ? [] : [`${least}${formatDollars(costUsd)} computed`]),
    ...(unpricedTokens > 0 ? [`${formatCount(unpricedTokens)} tokens without a known price`] : []),
    reportedCostUsd === null ? 'not reported' : `${formatDollars(reportedCostUsd)} reported by the client`,
  ]
}

function warningRows(inspection: InspectionJson, palette: Palette): readonly Row[] {
  const rows: readonly Row[] = [
    {label: 'unknown', parts: counts(inspection.unknownTypes)},
    {label: 'unreadable', parts: counts(inspection.unreadableReasons), paint: palette.bad},
    {label: 'warnings', parts: counts(inspection.warnings)},
  ]
  return rows.filter(({parts}) => parts.length > 0)
}

const counts = (numbers: Readonly<Record<string, number>>): readonly string[] =>
  some(
    Object.entries(numbers).map(([name, times]) => `${name} ${formatCount(times)}`),
    8,
  )

/** The first of some names, and how many more there are. */
function some(names: readonly string[], most: number, none?: string): readonly string[] {
  if (names.length === 0) return none === undefined ? [] : [none]
  const rest = names.length - most
  const shown = commas(names.slice(0, most).map(printable))
  return rest > 0 ? [...shown, `and ${formatCount(rest)} more`] : shown
}

const commas = (parts: readonly string[]): readonly string[] =>
  parts.map((part, at) => (at < parts.length - 1 ? `${part},` : part))
