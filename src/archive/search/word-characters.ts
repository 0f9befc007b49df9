/** Letters of scripts that are written without spaces between words, or, as in Korean, with endings attached. */
const unspaced =
  /^(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]$/u

const wordly = /^[\p{L}\p{N}\p{Mn}\p{Mc}_]$/u

/** They only say how the character before them is drawn, as in an emoji. */
const selector = /^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u

/**
 * What a character is to a word: `joins` the word characters beside it (letters, digits, the underscore and marks), is
 * a word `alone` (as each Chinese, Japanese, Korean or Thai letter is), or stands `between` words.
 */
export type CharacterClass = 'joins' | 'alone' | 'between'

const known = new Map<number, CharacterClass>()

/** The class of a code point. */
export function classOf(point: number): CharacterClass {
  const found = known.get(point)
  if (found) return found
  const made = classify(point)
  known.set(point, made)
  return made
}

function classify(point: number): CharacterClass {
  const character = String.fromCodePoint(point)
  if (unspaced.test(character)) return 'alone'
  return wordly.test(character) && !selector.test(character) ? 'joins' : 'between'
}
