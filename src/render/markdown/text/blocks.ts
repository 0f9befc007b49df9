import {ChunkedText} from '../../../page/text/chunked-text.ts'

/** Blocks with an empty line between them. Two lists that follow each other stay two. */
export const joinBlocks = (blocks: readonly string[]): string => blockChunks(blocks).join('')

/** The same in chunks, because it can be longer than a string. */
export function blockChunks(blocks: readonly string[]): readonly string[] {
  const pieces = new ChunkedText()
  let list = false
  for (const block of blocks) {
    if (block === '') continue
    const next = item.test(block)
    if (!pieces.isEmpty) pieces.add(list && next ? apart : '\n\n')
    pieces.add(block)
    list = next
  }
  return pieces.take()
}

const item = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/

/** Only a comment parts lists for good. */
const apart = '\n\n<!-- -->\n\n'

/** Collapsed blocks: a summary, which is HTML on one line, above blocks. */
export const detailsBlock = (
  summary: string,
  blocks: readonly string[],
  state: 'open' | 'collapsed' = 'collapsed',
): string =>
  joinBlocks([
    `<details${state === 'open' ? ' open' : ''}>\n<summary>${summary}</summary>`,
    ...blocks,
    '</details>',
  ])

/** Blocks as one quotation. */
export const quoteBlock = (blocks: readonly string[]): string =>
  joinBlocks(blocks)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

/** A heading, of Markdown on one line; without words there is none. No outline has more than six levels. */
export function headingBlock(level: number, words: string): readonly string[] {
  const text = words.trim()
  if (text === '') return []
  // A `#` at the end would be taken for the end of the heading.
  const whole = text.endsWith('#') ? `${text.slice(0, -1)}\\#` : text
  return [`${'#'.repeat(Math.min(6, level))} ${whole}`]
}

/** A table of cells that are Markdown already, with every row as wide as the widest. */
export function tableBlock(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number>,
): string {
  const columns = Math.max(1, head.length, ...rows.map((row) => row.length))
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({length: columns}, (_, index) => (cells[index] ?? '').replaceAll('\n', ' ')).join(' | ')} |`
  const rule = Array.from({length: columns}, (_, index) => (right.has(index) ? '---:' : '---'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
