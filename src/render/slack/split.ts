import {safeEnd} from './cut.ts'

const fence = '```'
/** Room for closing a fence at the end of a part. */
const reserve = 5

/**
 * Splits a finished text into parts of no more than so many characters, at a paragraph, a line or a word where there is
 * one. Code that goes on in the next part is closed in the one and opened in the other.
 */
export function splitText(text: string, most: number): readonly string[] {
  const parts: string[] = []
  let rest = text.trimEnd()
  let isOpen = false
  while (rest !== '') {
    const start: string = isOpen ? `${fence}\n` : ''
    const room = most - start.length
    const end = rest.length <= room ? rest.length : endOfPart(rest, room - reserve)
    const piece: string = rest.slice(0, end)
    const opens: boolean = (start + piece).split(fence).length % 2 === 0
    const part = start + (opens ? `${piece.trimEnd()}\n${fence}` : piece.trimEnd())
    if (part.replaceAll(fence, '').trim() !== '') parts.push(part)
    rest = opens ? rest.slice(end).replace(/^\n/, '') : rest.slice(end).replace(/^\s+/, '')
    isOpen = opens && rest !== ''
  }
  return parts
}

/** A good place to end; one in the last half is good enough. */
function endOfPart(text: string, most: number): number {
  const safe = safeEnd(text, most) || most
  const head = text.slice(0, safe)
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = head.lastIndexOf(mark)
    if (at > safe / 2) return at + (mark === ' ' ? 1 : mark.length)
  }
  // A fence must not be cut in two.
  const ticks = /`{1,2}$/.exec(head)
  return ticks && text.charAt(safe) === '`' ? safe - ticks[0].length || safe : safe
}
