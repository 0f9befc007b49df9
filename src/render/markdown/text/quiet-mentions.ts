/** The characters of names, numbers and paths, and ticks: code that begins next to one must take it in. */
const token = /([`\w@#./:-]+)/

/** Ends of a sentence that do not belong to a name. */
const tail = /[.:/-]*$/

const mention = /(?<![A-Za-z0-9])@[A-Za-z0-9]/

/** An issue, a commit or a tag. A number of digits alone is a date or a count. */
const reference = /#\w|\bGH-\d|(?<![0-9A-Za-z_])(?=[0-9]{0,40}[a-f])[0-9a-f]{7,40}(?![0-9A-Za-z_])/

const mentions = (word: string): boolean => mention.test(word)
const refers = (word: string): boolean => mention.test(word) || reference.test(word)

/** How a part of a text is written: as itself, or as code. */
export interface QuietWriter {
  readonly text: (text: string) => string
  readonly code: (text: string) => string
}

/**
 * Text in which no one is mentioned: in a pull request a mention would notify people. A name with an `@` becomes code, in
 * which nothing is mentioned, and can still be copied and found.
 */
export const quietMentions = (text: string, writer: QuietWriter): string =>
  text.includes('@') ? quiet(text, writer, mentions) : writer.text(text)

/** The same, and no issue, commit or tag is referred to either. For words that recount puts up front. */
export const quietReferences = (text: string, writer: QuietWriter): string => quiet(text, writer, refers)

function quiet(text: string, writer: QuietWriter, isLoud: (word: string) => boolean): string {
  let written = ''
  let plain = ''
  for (const [index, piece] of text.split(token).entries()) {
    if (index % 2 === 0 || !isLoud(piece)) {
      plain += piece
      continue
    }
    const rest = tail.exec(piece)?.[0] ?? ''
    written += writer.text(plain) + writer.code(piece.slice(0, piece.length - rest.length))
    plain = rest
  }
  return written + writer.text(plain)
}

/** A part of a line: text, or what is code in it. */
export interface LinePart {
  readonly isCode: boolean
  content: string
}

/**
 * Moves a word that will become code into adjacent code: two code spans next to each other would be read as one
 * with ticks in it.
 */
export function joinToCode(parts: readonly LinePart[], scope: 'mentions' | 'references'): void {
  const isLoud = scope === 'mentions' ? mentions : refers
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    if (!next || part.isCode === next.isCode) continue
    if (part.isCode) {
      const word = firstWord(next.content)
      if (word === '' || !isLoud(word)) continue
      part.content += word
      next.content = next.content.slice(word.length)
    } else {
      const word = lastWord(part.content)
      if (word === '' || !isLoud(word)) continue
      next.content = word + next.content
      part.content = part.content.slice(0, part.content.length - word.length)
    }
  }
}

const inWord = /[`\w@#./:-]/

function firstWord(text: string): string {
  let end = 0
  while (end < text.length && inWord.test(text.charAt(end))) end += 1
  return text.slice(0, end).replace(tail, '')
}

function lastWord(text: string): string {
  let start = text.length
  while (start > 0 && inWord.test(text.charAt(start - 1))) start -= 1
  return text.slice(start)
}
