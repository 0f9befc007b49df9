import type {PageEntry} from './page.ts'

/** Every entry of a tree in reading order, without recursion: how deep agents nest is the transcript's word. */
export function* walkEntries(entries: readonly PageEntry[]): Generator<PageEntry> {
  const open: {readonly list: readonly PageEntry[]; next: number}[] = [{list: entries, next: 0}]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const entry = top.list[top.next]
    top.next += 1
    if (!entry) {
      open.pop()
      continue
    }
    yield entry
    if (entry.below.length > 0) open.push({list: entry.below, next: 0})
  }
}
