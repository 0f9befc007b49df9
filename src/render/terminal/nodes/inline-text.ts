import type {Token} from 'markdown-it'
import type {TerminalNodeContext} from '../terminal-options.ts'
import type {Paint, Pen} from '../text/paint.ts'
import {sanitizeTerminalLine, sanitizeTerminalText} from '../text/sanitize.ts'

/**
 * The words of a paragraph. They are sanitized here once more: a character reference (`&#x202e;`) becomes a
 * character only when Markdown is read.
 */
export function inlineText(inline: Token, {options}: TerminalNodeContext): string {
  return wordsOf(inline.children ?? [], options.paint)
}

/** Each part is painted separately, so that nested styles do not end each other. */
function wordsOf(tokens: readonly Token[], paint: Paint): string {
  const open: Pen[] = []
  // A style inside the same style looks no different, and someone can nest them by the thousand: each is used once.
  const pens = new Map<Pen, number>()
  let words = ''
  const write = (text: string): void => {
    let painted = text
    for (const pen of pens.keys()) painted = pen(painted)
    words += painted
  }
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token) break
    if (token.type === 'link_open') {
      const end = closeOf(tokens, index)
      const label = wordsOf(tokens.slice(index + 1, end), paint)
      write(linkText(label, `${token.attrGet('href') ?? ''}`, paint))
      index = end
    } else if (token.nesting > 0) {
      const pen = penOf(token.type, paint)
      open.push(pen)
      pens.set(pen, (pens.get(pen) ?? 0) + 1)
    } else if (token.nesting < 0) {
      const pen = open.pop()
      const times = pen ? (pens.get(pen) ?? 0) : 0
      if (pen && times > 1) pens.set(pen, times - 1)
      else if (pen) pens.delete(pen)
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') words += '\n'
    else if (token.type === 'code_inline') write(term(sanitizeTerminalLine(token.content), paint))
    else if (token.type === 'image') write(paint.dim(`[image: ${altOf(token)}]`))
    else write(sanitizeTerminalText(token.content))
  }
  return words
}

/** Without colour the marks that were written say where code begins and ends. */
const term = (code: string, paint: Paint): string => (paint.keepsColor ? paint.term(code) : `\`${code}\``)

function penOf(type: string, paint: Paint): Pen {
  if (type === 'strong_open') return paint.strong
  if (type === 'em_open') return paint.italic
  return type === 's_open' ? paint.struck : plain
}

const plain: Pen = (text) => text

const altOf = (image: Token): string =>
  sanitizeTerminalLine((image.children ?? []).map(({content}) => content).join(''))

/** Links contain no links, so that the next end is the right one. */
function closeOf(tokens: readonly Token[], open: number): number {
  let end = open + 1
  while (end < tokens.length && tokens[end]?.type !== 'link_close') end += 1
  return end
}

/** Addresses a person may want to open. Others, `javascript:` above all, are not shown as if they were any. */
const shownAddress = /^(?:https?:\/\/|mailto:)/i

/** A link as text: `text (address)`, or only the address if both are the same. */
export function linkText(text: string, url: string, paint: Paint): string {
  const address = sanitizeTerminalLine(url)
  if (!shownAddress.test(address)) return paint.underline(text)
  if (text === '' || sameAddress(text, address)) return paint.underline(text || address)
  return `${paint.underline(text)} ${paint.dim(`(${address})`)}`
}

const sameAddress = (text: string, address: string): boolean =>
  bare(text) === bare(address) || bare(text) === bare(decoded(address))

const bare = (address: string): string => address.replace(/^mailto:/i, '').replace(/\/$/, '')

function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
