import type {EntryKind, PageEntry} from '../../page/index.ts'
import type {GrowingEntry} from './describe-slice.ts'

/**
 * The place of a kind of entry in a turn. A `head` has everything up to the next one below it, an `answer` its calls.
 * `peer` is on the same level as answers, `aside` is on the level of the entry before it. A `mark` is on the top level
 * and ends the head before it.
 */
type Rank = 'head' | 'answer' | 'peer' | 'call' | 'aside' | 'mark'

const ranks: Readonly<Record<EntryKind, Rank>> = {
  session: 'mark',
  prompt: 'head',
  steering: 'head',
  command: 'head',
  shell: 'head',
  memory: 'head',
  teammate: 'head',
  interruption: 'peer',
  answer: 'answer',
  thinking: 'peer',
  tool: 'call',
  agent: 'peer',
  task: 'peer',
  compaction: 'mark',
  summary: 'mark',
  recap: 'peer',
  notice: 'peer',
  hook: 'aside',
  instruction: 'aside',
  attachment: 'aside',
  metadata: 'aside',
  unknown: 'aside',
  unreadable: 'aside',
  result: 'mark',
}

/** Arranges the entries of a thread as a tree: request → responses and notices → calls. Their order stays the same. */
export function arrangeEntries(entries: readonly GrowingEntry[]): readonly PageEntry[] {
  const top: PageEntry[] = []
  let head: GrowingEntry | undefined
  let answer: GrowingEntry | undefined
  for (const entry of entries) {
    const rank = ranks[entry.kind]
    // Entries of an abandoned branch are not below others.
    if (head && head.branch !== entry.branch) [head, answer] = [undefined, undefined]
    const home =
      rank === 'head' || rank === 'mark'
        ? undefined
        : rank === 'call' || rank === 'aside'
          ? (answer ?? head)
          : head
    ;(home?.below ?? top).push(entry)
    if (rank === 'head') head = entry
    if (rank === 'mark') head = undefined
    if (rank !== 'call' && rank !== 'aside') answer = rank === 'answer' ? entry : undefined
  }
  return top
}
