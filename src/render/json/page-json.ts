import type {
  Cost,
  Depth,
  ExportedCard,
  Instant,
  PageEntry,
  PageTurn,
  ProjectCard,
  SessionPage,
  Summary,
} from '../../page/index.ts'
import {escapeHiddenCharacters, isoTime, jsonChunks} from '../../page/index.ts'

/** A page as JSON: what `recount export --format json` writes. Unknown values are left out. */
export interface PageJson {
  /** Always `recount-page`. */
  readonly format: 'recount-page'
  /** A new number means that a field was renamed or removed. Fields and kinds can be added at any time. */
  readonly version: 1
  /** How much is shown; each level includes the previous ones. */
  readonly depth: Depth
  /** The oldest first. */
  readonly sessions: readonly PageSessionJson[]
  /** Lines that belong to no session; only at depth `all`. */
  readonly strays: readonly PageEntryJson[]
}

/** One session of a page, from its heading to its last turn. */
export interface PageSessionJson
  extends Omit<SessionPage, 'startedAt' | 'endedAt' | 'cost' | 'summary' | 'turns'>,
    PageCostJson {
  /** When the first record was written. */
  readonly startedAt: string | undefined
  /** When the last record was written. */
  readonly endedAt: string | undefined
  /** How it ended, with its totals. */
  readonly summary: PageSummaryJson
  /** The turns, oldest first. */
  readonly turns: readonly PageTurnJson[]
}

/** How a session ended, with its totals. */
export interface PageSummaryJson extends Omit<Summary, 'cost'> {}

/** The cost of a session. All fields are left out if it is unknown. */
export interface PageCostJson {
  /** The best-known cost in dollars: what Claude Code reported, plus the computed cost of what it did not report. */
  readonly costUsd?: number
  /** `costUsd` in micro-dollars. */
  readonly costMicros?: number
  /** `reported` if Claude Code reported all of it, `computed` if any part comes from recount's prices. */
  readonly costSource?: 'reported' | 'computed'
}

/** A turn: a request and everything up to the next. */
export interface PageTurnJson extends Omit<PageTurn, 'startedAt' | 'cost' | 'entries'> {
  /** When it started. */
  readonly startedAt: string | undefined
  /** Usually one: the request, with everything that followed below it. */
  readonly entries: readonly PageEntryJson[]
}

/** One thing that was said or done, with what belongs to it below. */
export interface PageEntryJson extends Omit<PageEntry, 'at' | 'below'> {
  /** When it happened. */
  readonly at: string | undefined
  /** The entries below it: calls below a response, the work of an agent below its call. */
  readonly below: readonly PageEntryJson[]
}

/** The index of an export into a folder: `index.json`. */
export interface ExportIndexJson {
  /** Always `recount-index`. */
  readonly format: 'recount-index'
  /** A new number means that a field was renamed or removed. */
  readonly version: 1
  /** The last active first. */
  readonly projects: readonly ProjectCardJson[]
}

/** The exported sessions of one folder. */
export interface ProjectCardJson extends Omit<ProjectCard, 'sessions'> {
  /** Its sessions, the last active first. */
  readonly sessions: readonly SessionCardJson[]
}

/** One exported session. */
export interface SessionCardJson extends Omit<ExportedCard, 'startedAt' | 'endedAt' | 'cost'>, PageCostJson {
  /** When the first record was written. */
  readonly startedAt: string | undefined
  /** When the last record was written. */
  readonly endedAt: string | undefined
}

/** One session of a page, for programs. */
export function toPageSessionJson({
  startedAt,
  endedAt,
  cost,
  summary: {cost: _cost, ...summary},
  turns,
  ...session
}: SessionPage): PageSessionJson {
  return {
    ...session,
    summary,
    startedAt: toTime(startedAt),
    endedAt: toTime(endedAt),
    ...toCost(cost),
    turns: turns.map(({startedAt, cost: _cost, entries, ...turn}) => ({
      ...turn,
      startedAt: toTime(startedAt),
      entries: entries.map(toPageEntryJson),
    })),
  }
}

/** An entry of a page, for programs. Entries nest a few dozen levels at most, so recursion is safe. */
export const toPageEntryJson = ({at, below, ...entry}: PageEntry): PageEntryJson => ({
  ...entry,
  at: toTime(at),
  below: below.map(toPageEntryJson),
})

/** The index of an export, for programs. */
export const toExportIndexJson = (projects: readonly ProjectCard[]): ExportIndexJson => ({
  format: 'recount-index',
  version: 1,
  projects: projects.map(({sessions, ...project}) => ({
    ...project,
    sessions: sessions.map(({startedAt, endedAt, cost, ...session}) => ({
      ...session,
      startedAt: toTime(startedAt),
      endedAt: toTime(endedAt),
      ...toCost(cost),
    })),
  })),
})

const toTime = (time: Instant | undefined): string | undefined => isoTime(time) ?? undefined

function toCost(cost: Cost | undefined): PageCostJson {
  if (!cost) return {}
  const costMicros = Math.round(cost.usd * 1_000_000)
  return {costUsd: costMicros / 1_000_000, costMicros, costSource: cost.from}
}

/** The start of a page as JSON (docs/json.md). It is written session by session, so that it can be larger than memory. */
export const jsonPageStart = (depth: Depth): string =>
  `{\n  "format": "recount-page",\n  "version": 1,\n  "depth": ${JSON.stringify(depth)},\n  "sessions": [`

/** One session of the page; `place` counts from 0. */
export function* jsonPageSession(session: SessionPage, place: number): Generator<string> {
  yield place === 0 ? '\n    ' : ',\n    '
  yield* indented(toPageSessionJson(session), '    ')
}

/** What follows the last session: lines that belong to no session. */
export function* jsonPageEnd(sessions: number, strays: readonly PageEntry[]): Generator<string> {
  yield `${sessions === 0 ? '' : '\n  '}],\n  "strays": `
  yield* indented(strays.map(toPageEntryJson), '  ')
  yield '\n}\n'
}

/** Line breaks in strings are escaped, so each line break here starts a line. */
function* indented(value: unknown, indent: string): Generator<string> {
  for (const chunk of jsonChunks(value, escapeHiddenCharacters)) yield chunk.replaceAll('\n', `\n${indent}`)
}
