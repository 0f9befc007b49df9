import type {Cost, Depth, Instant, PageEntry, PageTurn, ProjectCard, SessionPage} from '../../page/index.ts'
import {isoTime} from '../../page/index.ts'

/** A page as JSON: what `recount export --format json` writes. Unknown values are left out. */
export interface PageJson {
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
  extends Omit<SessionPage, 'startedAt' | 'endedAt' | 'cost' | 'turns'>,
    PageCostJson {
  /** ISO 8601, UTC. */
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  readonly turns: readonly PageTurnJson[]
}

/** The cost of a session. All fields are left out if it is unknown. */
export interface PageCostJson {
  readonly costUsd?: number
  readonly costMicros?: number
  /** `reported` by Claude Code, or `computed` from recount's prices. */
  readonly costSource?: 'reported' | 'computed'
}

/** A turn: a request and everything up to the next. */
export interface PageTurnJson extends Omit<PageTurn, 'startedAt' | 'cost' | 'entries'> {
  /** ISO 8601, UTC. */
  readonly startedAt: string | undefined
  /** Usually one: the request, with everything that followed below it. */
  readonly entries: readonly PageEntryJson[]
}

/** One thing that was said or done, with what belongs to it below. */
export interface PageEntryJson extends Omit<PageEntry, 'at' | 'below'> {
  /** ISO 8601, UTC. */
  readonly at: string | undefined
  readonly below: readonly PageEntryJson[]
}

/** The index of an export into a folder: `index.json`. */
export interface ExportIndexJson {
  readonly format: 'recount-index'
  readonly version: 1
  readonly projects: readonly ProjectCardJson[]
}

/** The exported sessions of one folder. */
export interface ProjectCardJson extends Omit<ProjectCard, 'sessions'> {
  readonly sessions: readonly SessionCardJson[]
}

/** One exported session. */
export interface SessionCardJson
  extends Omit<ProjectCard['sessions'][number], 'startedAt' | 'endedAt' | 'cost'>,
    PageCostJson {
  /** ISO 8601, UTC. */
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
}

/** One session of a page, for programs. */
export function toPageSessionJson({
  startedAt,
  endedAt,
  cost,
  turns,
  ...session
}: SessionPage): PageSessionJson {
  return {
    ...session,
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

const toCost = (cost: Cost | undefined): PageCostJson =>
  cost ? {costUsd: cost.usd, costMicros: Math.round(cost.usd * 1_000_000), costSource: cost.from} : {}
