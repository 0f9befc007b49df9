import type {Entry, PageEntry, PageTurn, SessionPage} from '../../../page/index.ts'
import {walkEntries} from '../../../page/index.ts'
import type {ExportOptions} from './export-options.ts'

type PageFilter = Pick<ExportOptions, 'depth' | 'after' | 'before' | 'agent'>

/** A session with only the entries that match; `undefined` if none does. */
export function filterPage(session: SessionPage, filter: PageFilter): SessionPage | undefined {
  // At depth `session`, there are only heads.
  if (session.turns.length === 0)
    return filter.depth === 'session' && touches(session, filter) ? session : undefined
  if (filter.after === undefined && filter.before === undefined && filter.agent === undefined) return session
  const accepts = entryFilterFor(filter)
  const turns = session.turns.flatMap((turn): readonly PageTurn[] => {
    const entries = filterEntries(turn.entries, turn.startedAt ?? session.startedAt, accepts)
    return entries.length > 0 ? [{...turn, entries}] : []
  })
  if (turns.length === 0) return undefined
  const kept = new Set(turns.flatMap(({entries}) => [...walkEntries(entries)].map(({anchor}) => anchor)))
  const known = <T extends {readonly anchor: string | undefined}>(thing: T): boolean =>
    thing.anchor !== undefined && kept.has(thing.anchor)
  return {
    ...session,
    turns,
    files: session.files.filter(known),
    agents: session.agents.filter(known),
    branches: session.branches.filter(known),
  }
}

function touches({startedAt, endedAt = startedAt}: SessionPage, {after, before, agent}: PageFilter): boolean {
  if (after !== undefined && (endedAt === undefined || endedAt < after)) return false
  if (before !== undefined && (startedAt === undefined || startedAt >= before)) return false
  return agent === undefined
}

/** How many entries a session has. */
export function countEntries(session: SessionPage): number {
  let count = 0
  for (const {entries} of session.turns) for (const _ of walkEntries(entries)) count += 1
  return count
}

type Accepts = (entry: Entry, time: number | undefined) => boolean

/**
 * Keeps an entry that is accepted or has an accepted entry below it. An entry without a time has the time of the one before.
 * Not recursive, because a transcript decides how deep agents nest.
 */
function filterEntries(
  entries: readonly PageEntry[],
  since: number | undefined,
  accepts: Accepts,
): readonly PageEntry[] {
  const top: Level = {from: entries, next: 0, kept: []}
  const open = [top]
  let time = since
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const entry = level.from[level.next]
    level.next += 1
    if (entry) {
      time = entry.at ?? time
      open.push({from: entry.below, next: 0, kept: [], above: entry, wanted: accepts(entry, time)})
      continue
    }
    open.pop()
    const {above, kept, wanted} = level
    if (above && (wanted || kept.length > 0)) open.at(-1)?.kept.push({...above, below: kept})
  }
  return top.kept
}

/** The entries below an entry, and how many of them are done. */
interface Level {
  readonly from: readonly PageEntry[]
  next: number
  readonly kept: PageEntry[]
  readonly above?: PageEntry
  readonly wanted?: boolean
}

function entryFilterFor({after, before, agent}: PageFilter): Accepts {
  const beginning = agent?.toLowerCase()
  const begins = (name = ''): boolean => beginning !== undefined && name.toLowerCase().startsWith(beginning)
  return (entry, time) => {
    if (after !== undefined && (time === undefined || time < after)) return false
    if (before !== undefined && (time === undefined || time >= before)) return false
    if (beginning === undefined) return true
    const {lane, tool, depth, subject} = entry
    if (lane) return [lane, ...lane.above].some(({key, name}) => begins(name) || begins(key))
    return tool !== undefined && depth === 'agent' && begins(subject)
  }
}
