import type {Slice} from '../../conversation/index.ts'
import type {PageEntry} from '../../page/index.ts'
import {firstLine, plainFirstLine, walkEntries} from '../../page/index.ts'
import type {SliceSummary} from './slice-summary.ts'

type SummaryOf = (slice: Slice) => SliceSummary | undefined

/** The slice with an entry of a name: an anchor, that of a turn, or the id of a record. */
export function findSlice(slices: readonly Slice[], name: string, summaryOf: SummaryOf): Slice | undefined {
  const bare = name.startsWith('turn-') ? name.slice('turn-'.length) : name
  return slices.find((slice) => {
    for (const {anchor, messageId} of walkEntries(summaryOf(slice)?.entries ?? []))
      if (anchor === name || anchor === bare || messageId === bare) return true
    return false
  })
}

/** The newest thing that goes on, or that was said or done. */
export function describeLastStep(slices: readonly Slice[], summaryOf: SummaryOf): string | undefined {
  for (const slice of slices.toReversed()) {
    const summary = summaryOf(slice)
    const entry = summary?.running.at(-1) ?? lastOf(summary?.entries ?? [])
    if (entry) return stepWords(entry)
  }
  return undefined
}

const said: ReadonlySet<PageEntry['kind']> = new Set(['prompt', 'steering', 'answer'])

/** Words that somebody said stand for themselves. */
const stepWords = ({kind, title, subject}: PageEntry): string =>
  said.has(kind) && subject
    ? plainFirstLine(subject, 160)
    : firstLine([title, subject].filter(Boolean).join(' '), 160)

function lastOf(entries: readonly PageEntry[]): PageEntry | undefined {
  let last: PageEntry | undefined
  for (const entry of walkEntries(entries)) last = entry
  return last
}
