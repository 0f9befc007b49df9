import {sanitizeLine} from './sanitize.ts'

/** A text on one line, cut between words where that leaves most of it. */
export function excerpt(text: string, most: number): string {
  // A text may be megabytes long; sequences and spaces that go away are given some room.
  const line = sanitizeLine(text.length > most * 20 ? text.slice(0, most * 20) : text)
  if (line.length <= most) return line
  const space = line.lastIndexOf(' ', most)
  return `${line.slice(0, space > most * 0.6 ? space : most).replace(partOfSign, '')}…`
}

/** What may be the first half of a sign, and spaces. */
const partOfSign = /[\s\ud800-\udbff\u200d]+$/
