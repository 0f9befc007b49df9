import {type EntryKind, finalState, groupCalls, type PageEntry, spokenKinds} from '../../../page/index.ts'

const line = 28
const row = 25
const gap = 28
/** A failed call is open, with up to ten lines. */
const failedBody = 150
const charactersOfRow = 72

/** Kinds that are shown as text; all others take a line. */
const isText = (kind: EntryKind): boolean =>
  spokenKinds.has(kind) && kind !== 'thinking' && kind !== 'summary'

/**
 * How tall entries will about be, as the number of a class: each is twice as tall as the one before. Browsers do not
 * draw what is out of sight; so that nothing jumps when they do, they get an estimate of its height.
 */
export function estimateHeightClass(entries: readonly PageEntry[]): number {
  const height = heightOf(entries, 3)
  return Math.max(0, Math.min(maxHeightClass, Math.round(Math.log2(height / 240))))
}

const maxHeightClass = 9

function heightOf(entries: readonly PageEntry[], depth: number): number {
  let height = 0
  for (const grouped of groupCalls(entries)) {
    if (grouped.kind !== 'one') {
      height += line
      continue
    }
    const {entry} = grouped
    height += isText(entry.kind) ? gap + rowsOf(entry) * row : line
    if (finalState(entry) === 'failed') height += failedBody
    if (depth > 0 && entry.kind !== 'tool' && entry.kind !== 'agent')
      height += heightOf(entry.below, depth - 1)
  }
  return height
}

function rowsOf({asked}: PageEntry): number {
  let rows = 0
  for (const node of asked) {
    if (node.kind !== 'prose') continue
    rows += Math.ceil(node.markdown.length / charactersOfRow)
    for (let at = node.markdown.indexOf('\n'); at >= 0; at = node.markdown.indexOf('\n', at + 1)) rows += 0.7
  }
  return Math.max(1, rows)
}
