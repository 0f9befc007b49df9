import {type Html, html, noHtml} from './html.ts'

/** Longer lines are hardly read word by word. */
const mostCharacters = 200

/**
 * Two versions of a line with what differs between them marked; nothing where they have too little in common
 * for that to help. Only beginning and end are compared: it is cheap, and most changes of a line are in one place.
 */
export function changedWords(before: string, after: string): readonly [Html, Html] | undefined {
  if (before === after || before.length > mostCharacters || after.length > mostCharacters) return undefined
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
