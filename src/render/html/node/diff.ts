import type {DiffLine, Hunk, NodeOf} from '../../../page/index.ts'
import {anchor} from '../anchor.ts'
import {changedWords} from '../changed-words.ts'
import {escapeHtml} from '../escape.ts'
import {fileUrl} from '../git-links.ts'
import type {NodeContext} from '../node-context.ts'

/** Lines that were taken away, and those that stand there now. */
interface Change {
  readonly removed: readonly DiffLine[]
  readonly added: readonly DiffLine[]
}

/**
 * Changed lines, once: the style sheet sets them below each other or side by side, and draws numbers and signs, so
 * that what is copied is the code alone.
 */
export function diff(node: NodeOf<'diff'>, context: NodeContext): string {
  const blocks = node.hunks.map(blocksOf)
  const changes = blocks.flat().filter(isChange)
  const added = changes.reduce((sum, change) => sum + change.added.length, 0)
  const removed = changes.reduce((sum, change) => sum + change.removed.length, 0)
  const toggle = changes.some((change) => change.added.length > 0 && change.removed.length > 0)
    ? sideBySide
    : ''
  const counts = `<span class="added">+${added}</span> <span class="removed">−${removed}</span>`
  const hunks = blocks.map((hunk) => `<div class="hunk">${hunk.map(blockHtml).join('')}</div>\n`).join('')
  return `<figure class="diff${isLong(node.hunks) ? ' long' : ''}"><figcaption>${pathHtml(node, context)}<span class="counts">${counts}</span>${toggle}</figcaption>\n${hunks}</figure>`
}

const sideBySide = '<label class="diff-toggle"><input type="checkbox"> side by side</label>'

function pathHtml({path, hunks}: NodeOf<'diff'>, context: NodeContext): string {
  if (path === undefined) return ''
  const shown = `<code>${escapeHtml(path)}</code>`
  const first = hunks[0]?.lines.find(({sign}) => sign !== ' ')
  const url = fileUrl(path, first?.newLine ?? first?.oldLine, context)
  return url === undefined ? shown : anchor(url, shown)
}

/** Numbers of five digits and more need a wider margin. */
const isLong = (hunks: readonly Hunk[]): boolean => {
  const last = hunks.at(-1)?.lines.at(-1)
  return Math.max(last?.oldLine ?? 0, last?.newLine ?? 0) > 9999
}

const isChange = (block: DiffLine | Change): block is Change => 'added' in block

function blocksOf({lines}: Hunk): readonly (DiffLine | Change)[] {
  const blocks: (DiffLine | Change)[] = []
  let removed: DiffLine[] = []
  let added: DiffLine[] = []
  const close = (): void => {
    if (removed.length + added.length > 0) blocks.push({removed, added})
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.sign === ' ' || (line.sign === '-' && added.length > 0)) close()
    if (line.sign === ' ') blocks.push(line)
    else (line.sign === '-' ? removed : added).push(line)
  }
  close()
  return blocks
}

function blockHtml(block: DiffLine | Change): string {
  if (!isChange(block)) return `<div class="same"${numbers(block)}>${escapeHtml(block.text)}</div>\n`
  const paired = block.removed.length === block.added.length
  const words = block.removed.map((line, index) =>
    paired ? changedWords(line.text, block.added[index]?.text ?? '') : undefined,
  )
  const removed = block.removed.map(
    (line, index) => `<del${numbers(line)}>${words[index]?.[0] ?? escapeHtml(line.text)}</del>\n`,
  )
  const added = block.added.map(
    (line, index) => `<ins${numbers(line)}>${words[index]?.[1] ?? escapeHtml(line.text)}</ins>\n`,
  )
  return `<div class="change">${removed.join('')}${added.join('')}</div>\n`
}

const numbers = ({sign, oldLine, newLine}: DiffLine): string =>
  `${sign === '+' ? '' : attribute('old', oldLine)}${sign === '-' ? '' : attribute('new', newLine)}`

const attribute = (side: 'old' | 'new', line: number | undefined): string =>
  line === undefined || !Number.isSafeInteger(line) ? '' : ` data-${side}="${line}"`
