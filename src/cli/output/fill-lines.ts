/** Fills lines with words up to a width, with a gap between them. A word that is longer gets a line of its own. */
export function wrapWords(words: readonly string[], width: number, gap = 1): readonly (readonly string[])[] {
  const lines: string[][] = []
  let room = 0
  for (const word of words) {
    const line = lines.at(-1)
    if (line && gap + word.length <= room) {
      line.push(word)
      room -= gap + word.length
    } else {
      lines.push([word])
      room = width - word.length
    }
  }
  return lines
}

/** A text in lines of a width. */
export const fillLines = (text: string, width: number): readonly string[] =>
  wrapWords(text.split(' '), width).map((words) => words.join(' '))
