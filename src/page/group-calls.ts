import {groupOfEntry} from './entry-groups.ts'
import type {PageEntry} from './page.ts'
import {formatNoun} from './text/format.ts'

/** One entry, or several of a kind that are shown as one line. */
export type EntryOrGroup =
  | {readonly kind: 'one'; readonly entry: PageEntry}
  | {
      readonly kind: 'calls' | 'records'
      readonly title: string
      readonly entries: readonly PageEntry[]
    }

const minGroupSize = 3

/** How several calls of a tool are described; a tool that is not here is counted by its name. */
const words: ReadonlyMap<string, (count: number) => string> = new Map([
  ['Read', (count) => `Read ${formatNoun(count, 'file')}`],
  ['Write', (count) => `Wrote ${formatNoun(count, 'file')}`],
  ['Edit', (count) => `Made ${formatNoun(count, 'edit')}`],
  ['MultiEdit', (count) => `Made ${formatNoun(count, 'edit')}`],
  ['Bash', (count) => `Ran ${formatNoun(count, 'command')}`],
  ['Glob', (count) => `Looked for files ${formatNoun(count, 'time')}`],
  ['Grep', (count) => `Searched ${formatNoun(count, 'time')}`],
  ['LS', (count) => `Listed ${formatNoun(count, 'folder')}`],
  ['WebFetch', (count) => `Fetched ${formatNoun(count, 'page')}`],
  ['WebSearch', (count) => `Searched the web ${formatNoun(count, 'time')}`],
  ['TaskUpdate', (count) => `Updated ${formatNoun(count, 'task')}`],
  ['TaskCreate', (count) => `Made ${formatNoun(count, 'task')}`],
])

/**
 * Groups three or more consecutive calls of one tool that succeeded, and records that are shown only at depth `all`.
 * Calls that failed, have agents below them or are prominent stay separate.
 */
export function groupCalls(entries: readonly PageEntry[]): readonly EntryOrGroup[] {
  const grouped: EntryOrGroup[] = []
  let start = 0
  while (start < entries.length) {
    const end = endOfRun(entries, start)
    const run = entries.slice(start, end)
    const [first] = run
    if (first && run.length >= minGroupSize) grouped.push(createGroup(first, run))
    else for (const entry of run) grouped.push({kind: 'one', entry})
    start = end
  }
  return grouped
}

function createGroup({tool, title}: PageEntry, entries: readonly PageEntry[]): EntryOrGroup {
  const {length} = entries
  if (tool === undefined) return {kind: 'records', title: formatNoun(length, 'record'), entries}
  return {kind: 'calls', title: words.get(tool)?.(length) ?? `${title || tool} × ${length}`, entries}
}

function endOfRun(entries: readonly PageEntry[], start: number): number {
  const first = entries[start]
  let end = start + 1
  if (!first || !isQuiet(first)) return end
  for (let next = entries[end]; next; next = entries[end]) {
    if (next.tool !== first.tool || next.branch !== first.branch || !isQuiet(next)) break
    end += 1
  }
  return end
}

const isQuiet = (entry: PageEntry): boolean =>
  entry.below.length === 0 &&
  !entry.isError &&
  (groupOfEntry(entry) === 'other' ||
    (entry.kind === 'tool' && entry.state === 'completed' && entry.prominent === undefined))
