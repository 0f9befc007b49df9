import type {DiffLine, Hunk, NodeOf} from '../../../page/index.ts'
import {anchor} from '../anchor.ts'
import {changedWords} from '../changed-words.ts'
import {fileUrl} from '../git-links.ts'
import {type Html, html, noHtml} from '../html.ts'
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
export function diff(node: NodeOf<'diff'>, context: NodeContext): Html {
  const blocks = node.hunks.map(blocksOf)
  const changes = blocks.flat().filter(isChange)
  const added = changes.reduce((sum, change) => sum + change.added.length, 0)
  const removed = changes.reduce((sum, change) => sum + change.removed.length, 0)
  const toggle = changes.some((change) => change.added.length > 0 && change.removed.length > 0)
    ? sideBySide
    : noHtml
  const counts = html`<span class="added">+${added}</span> <span class="removed">−${removed}</span>`
  const hunks = blocks.map((hunk) => html`<div class="hunk">${hunk.map(blockHtml)}</div>\n`)
  return html`<figure class="diff${isLong(node.hunks) ? ' long' : ''}"><figcaption>${pathHtml(node, context)}<span class="counts">${counts}</span>${toggle}</figcaption>\n${hunks}</figure>`
}

const sideBySide = html`<label class="diff-toggle"><input type="checkbox"> side by side</label>`

function pathHtml({path, hunks}: NodeOf<'diff'>, context: NodeContext): Html {
  if (path === undefined) return noHtml
  const shown = html`<code>${path}</code>`
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

function blockHtml(block: DiffLine | Change): Html {
  if (!isChange(block)) return html`<div class="same"${numbers(block)}>${block.text}</div>\n`
  const paired = block.removed.length === block.added.length
  const words = block.removed.map((line, index) =>
    paired ? changedWords(line.text, block.added[index]?.text ?? '') : undefined,
  )
  const removed = block.removed.map(
    (line, index) => html`<del${numbers(line)}>${words[index]?.[0] ?? line.text}</del>\n`,
  )
  const added = block.added.map(
    (line, index) => html`<ins${numbers(line)}>${words[index]?.[1] ?? line.text}</ins>\n`,
  )
  return html`<div class="change">${removed}${added}</div>\n`
}

/** The attributes that the numbers of a line are drawn from. */
function numbers({sign, oldLine, newLine}: DiffLine): Html {
  const hasOld = sign !== '+' && isNumber(oldLine)
  const hasNew = sign !== '-' && isNumber(newLine)
  if (hasOld && hasNew) return html` data-old="${oldLine}" data-new="${newLine}"`
  if (hasOld) return html` data-old="${oldLine}"`
  return hasNew ? html` data-new="${newLine}"` : noHtml
}

const isNumber = (line: number | undefined): line is number => Number.isSafeInteger(line)
