import {type EntryGroup, entryGroups, entryKinds, walkEntries} from './entry.ts'
import type {PageEntry} from './page.ts'
import {formatNoun} from './text/format.ts'

/** The group an entry is counted in. */
export const groupOfEntry = ({kind}: Pick<PageEntry, 'kind'>): EntryGroup => entryKinds[kind].group

/** The number of entries in each group. */
export type EntryCounts = Readonly<Record<EntryGroup, number>>

export const noEntryCounts: EntryCounts = {
  user: 0,
  assistant: 0,
  thinking: 0,
  tool: 0,
  agent: 0,
  system: 0,
  hook: 0,
  other: 0,
}

/** Counts a tree of entries by group. */
export function countByGroup(entries: readonly PageEntry[]): EntryCounts {
  const counts = {...noEntryCounts}
  for (const entry of walkEntries(entries)) counts[groupOfEntry(entry)] += 1
  return counts
}

/** What a group is called next to a number: one, and several. */
const nouns: Readonly<Record<EntryGroup, readonly [one: string, several?: string]>> = {
  user: ['message'],
  assistant: ['reply', 'replies'],
  thinking: ['thinking', 'thinking'],
  tool: ['tool call'],
  agent: ['agent'],
  system: ['notice'],
  hook: ['hook'],
  other: ['record'],
}

/** Counts as text, for the line above what is collapsed: `3 replies · 4 tool calls`. */
export const formatEntryCounts = (counts: EntryCounts): string =>
  entryGroups
    .filter((group) => counts[group] > 0)
    .map((group) => formatNoun(counts[group], ...nouns[group]))
    .join(' · ')
