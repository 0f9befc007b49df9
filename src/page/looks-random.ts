const shortest = 16

/**
 * Tells whether a text looks drawn by lot and not written: long, of letters and digits, and with many different ones
 * among them. Names, paths and versions are none.
 */
export function looksRandom(text: string): boolean {
  if (text.length < shortest || !/\d/.test(text) || !/[a-zA-Z]/.test(text)) return false
  return bitsPerCharacter(text) >= (/^[0-9a-f]+$/i.test(text) ? 2.8 : 3.2) && longestWord(text) < 12
}

/** Entropy by Shannon. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** The longest run of small letters, with or without a capital before it. */
const longestWord = (text: string): number =>
  (text.match(/[A-Z]?[a-z]+/g) ?? []).reduce((most, {length}) => Math.max(most, length), 0)
