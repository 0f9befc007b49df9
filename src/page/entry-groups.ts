import {type EntryKind, walkEntries} from './entry.ts'
import type {PageEntry} from './page.ts'
import {formatNoun} from './text/format.ts'

/** The groups people count and filter by; each kind of entry belongs to one. */
export const entryGroups = [
  'user',
  'assistant',
  'thinking',
  'tool',
  'agent',
  'system',
  'hook',
  'other',
] as const

export type EntryGroup = (typeof entryGroups)[number]

const groupByKind: Readonly<Record<EntryKind, EntryGroup>> = {
  session: 'system',
  prompt: 'user',
  steering: 'user',
  command: 'user',
  shell: 'user',
  memory: 'user',
  interruption: 'user',
  teammate: 'agent',
  answer: 'assistant',
  thinking: 'thinking',
  tool: 'tool',
  agent: 'agent',
  task: 'system',
  compaction: 'system',
  summary: 'system',
  recap: 'system',
  notice: 'system',
  hook: 'hook',
  instruction: 'other',
  attachment: 'other',
  metadata: 'other',
  unknown: 'other',
  unreadable: 'other',
  result: 'system',
}

/** The group an entry is counted in. */
export const groupOfEntry = (entry: Pick<PageEntry, 'kind'>): EntryGroup => groupByKind[entry.kind]

/** How many entries of each group a tree holds. */
export type EntryCounts = Readonly<Record<EntryGroup, number>>

/** The counts of nothing. */
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

/** Counts a tree by group. */
export function countByGroup(entries: readonly PageEntry[]): EntryCounts {
  const counts = {...noEntryCounts}
  for (const entry of walkEntries(entries)) counts[groupByKind[entry.kind]] += 1
  return counts
}

/** What a group is called beside a number. */
const nouns: Readonly<Record<EntryGroup, string>> = {
  user: 'message',
  assistant: 'answer',
  thinking: 'thought',
  tool: 'tool',
  agent: 'agent',
  system: 'notice',
  hook: 'hook',
  other: 'record',
}

/** Counts in words, as a fold bar says what is inside: `3 answers, 4 tools`. */
export const formatEntryCounts = (counts: EntryCounts): string =>
  entryGroups
    .filter((group) => counts[group] > 0)
    .map((group) => formatNoun(counts[group], nouns[group]))
    .join(', ')
