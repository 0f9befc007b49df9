import type {Entry, PageEntry, PageTurn, SessionPage} from '../../../page/index.ts'
import {walkEntries} from '../../../page/index.ts'
import type {ExportOptions} from './export-options.ts'

type PageFilter = Pick<ExportOptions, 'depth' | 'after' | 'before' | 'agent'>

/** A session with only what is wanted of it; nothing where that is nothing. */
export function filterPage(session: SessionPage, wish: PageFilter): SessionPage | undefined {
  // Where only sessions are asked for, their heads are all there is.
  if (session.turns.length === 0)
    return wish.depth === 'session' && touches(session, wish) ? session : undefined
  if (wish.after === undefined && wish.before === undefined && wish.agent === undefined) return session
  const accepts = entryFilterFor(wish)
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
 * An entry stays for its own sake, or for that of something below it; one without a time has that before it. Without
 * recursion, because how deep agents nest is the transcript's word.
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

/** Entries below one, as far as they were looked at. */
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
