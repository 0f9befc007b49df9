/** A heading, of Markdown on one line; without words there is none. No outline has more than six levels. */
export function headingBlock(level: number, words: string): readonly string[] {
  const text = words.trim()
  if (text === '') return []
  // A `#` at the end would be taken for the end of the heading.
  const whole = text.endsWith('#') ? `${text.slice(0, -1)}\\#` : text
  return [`${'#'.repeat(Math.min(6, level))} ${whole}`]
}
