import {stripControls} from './control-sequences.ts'
import {hiddenCharacterPattern} from './hidden-characters.ts'

const hidden = new RegExp(hiddenCharacterPattern('\\n\\t'), 'gu')

/** Most texts contain nothing else, and this test is faster. */
const ordinary = /^[\n\t -~]*$/

/** Everything that ends a line somewhere. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Text from a transcript without control sequences and hidden characters. Lines end in LF. */
export function sanitizeText(text: string): string {
  if (ordinary.test(text) || text.search(hidden) === -1) return text
  return stripControls(text.replace(lineEnds, '\n')).replace(hidden, (character) =>
    /\p{Cs}/u.test(character) ? '\ufffd' : '',
  )
}

/** Output of a program as it was at the end: of a line that was overwritten, the last state. */
export function sanitizeOutput(text: string): string {
  if (!text.includes('\r')) return sanitizeText(text)
  const lines = text.split('\n').map((line) => lastStateOfLine(line))
  return sanitizeText(lines.join('\n'))
}

/**
 * A line without returns at its end. Of one that is longer than `maxLength` and that a program has overwritten, as
 * progress bars do, only the last state is left.
 */
export function lastStateOfLine(line: string, maxLength = 0): string {
  let end = line.length
  while (end > 0 && line.charCodeAt(end - 1) === 0x0d) end -= 1
  return line.slice(end > maxLength ? line.lastIndexOf('\r', end - 1) + 1 : 0, end)
}

/** Text from a transcript on one line. */
export const sanitizeLine = (text: string): string => joinLines(sanitizeText(text), /[\n\t]/)

/** The lines of a text on one line, without the empty ones. */
export function joinLines(text: string, separator: RegExp | string = '\n'): string {
  const lines = text.split(separator).map((line) => line.trim())
  return lines.length === 1 ? (lines[0] ?? '') : lines.filter((line) => line !== '').join(' ')
}

/** A text on one line, cut between words if that leaves most of it. */
export function excerptLine(text: string, max: number): string {
  // A text can be megabytes long; sequences and spaces that are removed are allowed for.
  const line = sanitizeLine(text.length > max * 20 ? text.slice(0, max * 20) : text)
  if (line.length <= max) return line
  const space = line.lastIndexOf(' ', max)
  return `${line.slice(0, space > max * 0.6 ? space : max).replace(/[\s\ud800-\udbff\u200d]+$/, '')}…`
}
