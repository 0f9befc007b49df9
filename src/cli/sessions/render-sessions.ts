import {basename} from 'node:path'
import type {ListedSession} from '../../archive/archive.ts'
import {formatBytes, formatCount, plainFirstLine} from '../../page/index.ts'
import type {Host} from '../host.ts'

import type {Palette} from '../output/palette.ts'
import {paletteFor} from '../output/palette.ts'
import type {Column} from '../output/render-table.ts'
import {costFormatter, renderTable} from '../output/render-table.ts'

/** No window is wider. */
const maxTitle = 300

/** Writes a list of sessions for people, one a line: what it was about, where, when, how much was done, what it cost. */
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

/** What a session is known by. */
export type SessionCandidate = Pick<ListedSession, 'sessionId'> & Partial<ListedSession>

/** Writes sessions that a name may mean, with their whole ids. */
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

/** What a session was about, where, and when. */
const namingColumns = (palette: Palette, now: number): readonly Column<SessionCandidate>[] => [
  {
    head: 'title',
    grows: true,
    minWidth: 24,
    cell: ({title}) => (title === undefined ? 'untitled' : plainFirstLine(title, maxTitle)),
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

const ages = [
  [60_000, 's'],
  [3_600_000, 'm'],
  [86_400_000, 'h'],
  [7 * 86_400_000, 'd'],
  [365 * 86_400_000, 'w'],
] as const

const unitMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** How long ago, in the largest unit that leaves a number. */
function formatAge(time: number | undefined, now: number): string {
  if (time === undefined) return ''
  const ago = Math.max(0, now - time)
  const unit = ages.find(([limit]) => ago < limit)?.[1]
  return unit === undefined
    ? `${Math.floor(ago / (365 * 86_400_000))}y`
    : `${Math.floor(ago / (unitMs[unit] ?? 1))}${unit}`
}
