import {escapePart} from './escape-text.ts'
import {inlineCode} from './inline-code.ts'
import {joinToCode} from './quiet.ts'
import {sanitizeLine} from './sanitize.ts'

/** A line that somebody wrote as the words of a heading: what is code in it stays code, all else is text. */
export function headingWords(line: string): string {
  const parts = sanitizeLine(line)
    .split(/(`[^`]+`)/)
    .map((piece, place) =>
      // Ticks around nothing are text.
      place % 2 === 1 && piece.slice(1, -1).trim() !== ''
        ? {isCode: true, content: piece.slice(1, -1)}
        : {isCode: false, content: piece},
    )
  joinToCode(parts, 'references')
  return parts.map(({isCode, content}) => (isCode ? inlineCode(content) : escapePart(content))).join('')
}
