import {hiddenCharacterPattern} from '../../../page/index.ts'

const hostile = new RegExp(hiddenCharacterPattern('\\n\\t'), 'u')
const everyHostile = new RegExp(hostile.source, 'gu')

/** Whatever ends a line somewhere. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** What a terminal takes for an order. A string that never ends is none: it would hide all that follows. */
const sequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are control sequences
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g

/** Most texts hold nothing but these, and that is told faster. */
const ordinary = /^[\n\t -~]*$/

/** Text from a transcript without anything that a reader would not see. Lines end in LF alone. */
export function sanitizeMarkdownText(text: string): string {
  if (ordinary.test(text) || !hostile.test(text)) return text
  return text
    .replace(sequences, '')
    .replace(lineEnds, '\n')
    .replace(everyHostile, (character) => (/\p{Cs}/u.test(character) ? '\ufffd' : ''))
}

/** What a program printed, as it stood in the end: a line that was written over is told once. */
export function sanitizeMarkdownOutput(text: string): string {
  if (!text.includes('\r')) return sanitizeMarkdownText(text)
  return sanitizeMarkdownText(text.split('\n').map(lastWritten).join('\n'))
}

function lastWritten(line: string): string {
  let end = line.length
  while (line[end - 1] === '\r') end -= 1
  return line.slice(end === 0 ? 0 : line.lastIndexOf('\r', end - 1) + 1, end)
}

/** Text from a transcript on one line. */
export function sanitizeMarkdownLine(text: string): string {
  const safe = sanitizeMarkdownText(text)
  if (!/[\n\t]/.test(safe)) return safe.trim()
  const pieces = safe.split(/[\n\t]/).map((piece) => piece.trim())
  return pieces.filter((piece) => piece !== '').join(' ')
}

/** A text on one line, cut between words where that leaves most of it. */
export function excerptLine(text: string, most: number): string {
  // A text may be megabytes long; sequences and spaces that go away are given some room.
  const line = sanitizeMarkdownLine(text.length > most * 20 ? text.slice(0, most * 20) : text)
  if (line.length <= most) return line
  const space = line.lastIndexOf(' ', most)
  return `${line.slice(0, space > most * 0.6 ? space : most).replace(partOfSign, '')}…`
}

/** What may be the first half of a sign, and spaces. */
const partOfSign = /[\s\ud800-\udbff\u200d]+$/
