import {escapePart} from './escape-text.ts'
import {inlineCode} from './inline-code.ts'
import {sanitizeLine} from './sanitize.ts'

/** A line that somebody wrote as the words of a heading: what is code in it stays code, all else is text. */
export const headingWords = (line: string): string =>
  sanitizeLine(line)
    .split(/(`[^`]+`)/)
    .map((piece, place) => (place % 2 === 0 ? escapePart(piece) : codeOf(piece)))
    .join('')

/** Ticks around nothing are text. */
const codeOf = (piece: string): string => inlineCode(piece.slice(1, -1)) || escapePart(piece)
