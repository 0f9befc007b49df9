/** How often a character stands in a row at most. */
export function longestRun(text: string, character: string): number {
  let longest = 0
  for (let at = text.indexOf(character); at !== -1; ) {
    let end = at + 1
    while (text[end] === character) end += 1
    longest = Math.max(longest, end - at)
    at = text.indexOf(character, end)
  }
  return longest
}
