/** The lines of a text; line ends at its end are none of them. */
export function splitLines(text: string): readonly string[] {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0x0a) end -= 1
  return end === 0 ? [] : text.slice(0, end).split('\n')
}
