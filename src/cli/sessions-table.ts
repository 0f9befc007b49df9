import {basename} from 'node:path'
import type {ListedSession} from '../archive/archive.ts'
import {formatBytes, formatCount, plainLine} from '../page/index.ts'
import type {Column} from './fit-table.ts'
import {fitTable} from './fit-table.ts'
import {costFormat} from './format-cost.ts'
import type {Host} from './host.ts'
import type {Palette} from './palette.ts'
import {paletteFor} from './palette.ts'

/** No window is wider. */
const longestTitle = 300

/** Writes a list of sessions for people, one a line: what it was about, where, when, how much was done, what it cost. */
export function sessionsText(
  sessions: readonly ListedSession[],
  {color, width, now}: Pick<Host, 'color' | 'width'> & {readonly now: number},
): string {
  const palette = paletteFor(color)
  if (sessions.length === 0) return `${palette.dim('There are no such sessions.')}\n`
  const dollars = costFormat(sessions.map(({cost}) => cost))
  const number = (
    head: string,
    goes: number,
    of: (session: ListedSession) => number,
  ): Column<ListedSession> => ({
    head,
    right: true,
    goes,
    cell: (session) => (of(session) === 0 ? '' : formatCount(of(session))),
  })
  const columns: readonly Column<ListedSession>[] = [
    {head: 'session', cell: ({id}) => id.slice(0, 8), paint: palette.dim},
    ...namingColumns(palette, now),
    number('turns', 4, ({turns}) => turns),
    number('tools', 2, ({tools}) => tools),
    {...number('✗', 2, ({errors}) => errors), paint: palette.bad},
    {head: 'size', right: true, goes: 5, cell: ({bytes}) => formatBytes(bytes)},
    {
      head: 'cost',
      right: true,
      cell: ({cost, complete, unknownTokens}) => {
        if (cost === undefined) return 'unknown'
        // Nothing was told of what it used, which is not nothing.
        if (cost === 0) return '–'
        return `${complete && unknownTokens === 0 ? '' : '≥'}${dollars(cost)}`
      },
    },
  ]
  return `${fitTable(columns, sessions, {width, palette}).join('\n')}\n`
}

/** What a session is known by. */
export type Candidate = Pick<ListedSession, 'id'> & Partial<ListedSession>

/** Writes sessions that a name may mean, with their whole ids. */
export function candidatesText(
  sessions: readonly Candidate[],
  {width, now}: Pick<Host, 'width'> & {readonly now: number},
): string {
  const palette = paletteFor(false)
  const columns = [{head: 'session', cell: ({id}: Candidate) => id}, ...namingColumns(palette, now)]
  return `${fitTable(columns, sessions, {width, palette}).join('\n')}\n`
}

/** What a session was about, where, and when. */
const namingColumns = (palette: Palette, now: number): readonly Column<Candidate>[] => [
  {
    head: 'title',
    grows: true,
    least: 24,
    cell: ({title}) => (title === undefined ? 'untitled' : plainLine(title, longestTitle)),
    paint: (cell, {title}) => (title === undefined ? palette.dim(cell) : palette.strong(cell)),
  },
  {head: 'project', goes: 3, cell: ({project}) => basename(project ?? '').slice(0, 20)},
  {
    head: 'age',
    right: true,
    goes: 1,
    cell: ({live, ended}) => (live ? '◐ live' : ageOf(ended, now)),
    paint: (cell, {live}) => (live ? palette.tool(cell) : cell),
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
function ageOf(time: number | undefined, now: number): string {
  if (time === undefined) return ''
  const ago = Math.max(0, now - time)
  const unit = ages.find(([limit]) => ago < limit)?.[1]
  return unit === undefined
    ? `${Math.floor(ago / (365 * 86_400_000))}y`
    : `${Math.floor(ago / (unitMs[unit] ?? 1))}${unit}`
}
