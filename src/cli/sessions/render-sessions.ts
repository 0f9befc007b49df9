import {basename} from 'node:path'
import type {ListedSession} from '../../archive/archive.ts'
import {formatBytes, formatCount, plainFirstLine} from '../../page/index.ts'
import type {Host} from '../host.ts'

import {type Palette, paletteFor} from '../output/palette.ts'
import {type Column, costFormatter, renderTable} from '../output/render-table.ts'

/** Wider than any window. */
const maxTitle = 300

/** Renders a table of sessions: title, project, age, turns, tool calls, errors, size and cost. */
export function renderSessions(
  sessions: readonly ListedSession[],
  {color, width, now}: Pick<Host, 'color' | 'width'> & {readonly now: number},
): string {
  const palette = paletteFor(color)
  if (sessions.length === 0) return `${palette.dim('No matching sessions.')}\n`
  const dollars = costFormatter(sessions.map(({costMicros}) => costMicros))
  const number = (
    head: string,
    goes: number,
    of: (session: ListedSession) => number,
  ): Column<ListedSession> => ({
    head,
    right: true,
    dropOrder: goes,
    cell: (session) => (of(session) === 0 ? '' : formatCount(of(session))),
  })
  const columns: readonly Column<ListedSession>[] = [
    {head: 'session', cell: ({sessionId}) => sessionId.slice(0, 8), paint: palette.dim},
    ...namingColumns(palette, now),
    number('turns', 4, ({turns}) => turns),
    number('tools', 2, ({toolCalls}) => toolCalls),
    {...number('✗', 2, ({errors}) => errors), paint: palette.bad},
    {head: 'size', right: true, dropOrder: 5, cell: ({bytes}) => formatBytes(bytes)},
    {
      head: 'cost',
      right: true,
      cell: ({costMicros, isComplete, unpricedTokens}) => {
        if (costMicros === undefined) return 'unknown'
        // No usage was recorded, so the cost is unknown, not zero.
        if (costMicros === 0) return '–'
        return `${isComplete && unpricedTokens === 0 ? '' : '≥'}${dollars(costMicros)}`
      },
    },
  ]
  return `${renderTable(columns, sessions, {width, palette}).join('\n')}\n`
}

/** A session that a name can mean. */
export type SessionCandidate = Pick<ListedSession, 'sessionId'> & Partial<ListedSession>

/** Renders the sessions that a name can mean, with complete ids. */
export function renderCandidates(
  sessions: readonly SessionCandidate[],
  {width, now}: Pick<Host, 'width'> & {readonly now: number},
): string {
  const palette = paletteFor(false)
  const columns = [
    {head: 'session', cell: ({sessionId}: SessionCandidate) => sessionId},
    ...namingColumns(palette, now),
  ]
  return `${renderTable(columns, sessions, {width, palette}).join('\n')}\n`
}

/** Title, project and age. */
const namingColumns = (palette: Palette, now: number): readonly Column<SessionCandidate>[] => [
  {
    head: 'title',
    grows: true,
    minWidth: 24,
    cell: ({title, starred, tags = []}) =>
      [
        starred ? '★' : '',
        title === undefined ? 'untitled' : plainFirstLine(title, maxTitle),
        ...tags.map((tag) => `#${tag}`),
      ]
        .filter(Boolean)
        .join(' '),
    paint: (cell, {title}) => (title === undefined ? palette.dim(cell) : palette.strong(cell)),
  },
  {head: 'project', dropOrder: 3, cell: ({project}) => basename(project ?? '').slice(0, 20)},
  {
    head: 'age',
    right: true,
    dropOrder: 1,
    cell: ({isLive, endedAt}) => (isLive ? '◐ live' : formatAge(endedAt, now)),
    paint: (cell, {isLive}) => (isLive ? palette.tool(cell) : cell),
  },
]

const units = [
  ['y', 365 * 86_400_000],
  ['w', 7 * 86_400_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const

/** How long ago, in the largest unit that gives at least 1. */
function formatAge(time: number | undefined, now: number): string {
  if (time === undefined) return ''
  const ago = Math.max(0, now - time)
  const [unit, ms] = units.find(([, length]) => ago >= length) ?? ['s', 1000]
  return `${Math.floor(ago / ms)}${unit}`
}
