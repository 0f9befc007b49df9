const escapes = /\\(?:u([0-9a-fA-F]{4})|.)/gs

/**
 * Tells whether JSON text holds an escaped half of a surrogate pair (`\ud83d` without its other half), which no UTF-8
 * can hold. Who wants to know asks: the search stops at each backslash, and would be a tenth of reading a line.
 */
export function hasLoneSurrogate(text: string): boolean {
  // Nearly no line has any; plain searches are far cheaper than looking at every escape.
  if (!text.includes('\\u') || !(text.includes('\\ud') || text.includes('\\uD'))) return false
  let highEndsAt = -1
  for (const match of text.matchAll(escapes)) {
    const code = match[1] === undefined ? -1 : Number.parseInt(match[1], 16)
    const isLow = code >= 0xdc00 && code <= 0xdfff
    const isHigh = code >= 0xd800 && code <= 0xdbff
    if (highEndsAt !== -1 && !(isLow && match.index === highEndsAt)) return true
    if (isLow && highEndsAt === -1) return true
    highEndsAt = isHigh ? match.index + match[0].length : -1
  }
  return highEndsAt !== -1
}
