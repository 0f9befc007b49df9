import {type EntryKind, walkEntries} from './entry.ts'
import {formatNoun} from './format.ts'
import type {PageEntry} from './page.ts'

/** The groups people count and filter by; each kind of entry belongs to one. */
export const groups = ['user', 'assistant', 'thinking', 'tool', 'agent', 'system', 'hook', 'other'] as const

export type Group = (typeof groups)[number]

const groupOfKind: Readonly<Record<EntryKind, Group>> = {
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
export const groupOf = (entry: Pick<PageEntry, 'kind'>): Group => groupOfKind[entry.kind]

/** How many entries of each group a tree holds. */
export type Counts = Readonly<Record<Group, number>>

/** The counts of nothing. */
export const noCounts: Counts = {
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
export function countBelow(entries: readonly PageEntry[]): Counts {
  const counts = {...noCounts}
  for (const entry of walkEntries(entries)) counts[groupOfKind[entry.kind]] += 1
  return counts
}

/** What a group is called beside a number. */
const nouns: Readonly<Record<Group, string>> = {
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
export const formatCounts = (counts: Counts): string =>
  groups
    .filter((group) => counts[group] > 0)
    .map((group) => formatNoun(counts[group], nouns[group]))
    .join(', ')
