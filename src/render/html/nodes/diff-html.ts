import type {DiffLine, Hunk, NodeOf} from '../../../page/index.ts'
import {type Html, html, noHtml} from '../html.ts'
import type {HtmlNodeContext} from '../html-options.ts'
import {fileUrl, linkHtml} from '../text/links.ts'

/** Removed lines, and the lines that replace them. */
interface Change {
  readonly removed: readonly DiffLine[]
  readonly added: readonly DiffLine[]
}

/**
 * Changed lines, once: the style sheet sets them below each other or side by side, and draws numbers and signs, so
 * that what is copied is the code alone.
 */
export function diffHtml(node: NodeOf<'diff'>, context: HtmlNodeContext): Html {
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

function pathHtml({path, hunks}: NodeOf<'diff'>, context: HtmlNodeContext): Html {
  if (path === undefined) return noHtml
  const shown = html`<code>${path}</code>`
  const first = hunks[0]?.lines.find(({sign}) => sign !== ' ')
  const url = fileUrl(path, first?.newLine ?? first?.oldLine, context)
  return url === undefined ? shown : linkHtml(url, shown)
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
    paired ? markChangedWords(line.text, block.added[index]?.text ?? '') : undefined,
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

/** Longer lines are hardly read word by word. */
const maxCharacters = 200

/**
 * Two versions of a line with what differs between them marked; undefined if they have too little in common
 * for that to help. Only beginning and end are compared: it is cheap, and most changes of a line are in one place.
 */
export function markChangedWords(before: string, after: string): readonly [Html, Html] | undefined {
  if (before === after || before.length > maxCharacters || after.length > maxCharacters) return undefined
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  if (isWord(before, start) || isWord(after, start)) start = toWordStart(before, start)
  if (isWord(before, before.length - end - 1) || isWord(after, after.length - end - 1))
    end = before.length - toWordEnd(before, before.length - end)
  const shared = before.slice(0, start).trim().length + before.slice(before.length - end).trim().length
  if (shared * 3 < Math.max(before.trim().length, after.trim().length)) return undefined
  return [marked(before, start, end), marked(after, start, end)]
}

/** Letters, digits and halves of characters: a mark begins and ends between words. */
const inWord = /^[\p{L}\p{N}_\ud800-\udfff]$/u

const isWord = (text: string, at: number): boolean => inWord.test(text[at] ?? '')

function toWordStart(text: string, at: number): number {
  let start = at
  while (start > 0 && isWord(text, start - 1)) start -= 1
  return start
}

function toWordEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && isWord(text, end)) end += 1
  return end
}

function marked(text: string, start: number, end: number): Html {
  const middle = text.slice(start, text.length - end)
  const mark = middle === '' ? noHtml : html`<b>${middle}</b>`
  return html`${text.slice(0, start)}${mark}${text.slice(text.length - end)}`
}
