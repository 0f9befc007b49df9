/** Scripts in which U+200C and U+200D decide how letters are written. */
const joiningScripts = (
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil ' +
  'Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan'
)
  .split(' ')
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')

/** What joins emoji, chooses between their two looks, and joins letters. */
const joiners = '\\u200c\\u200d\\ufe0e\\ufe0f'
/** The places where these have a visible effect. */
const joined = [
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Emoji})(?<![\\d#*])[\\ufe0e\\ufe0f]',
  // Keycaps. Behind any other digit it would split a number or a key that is searched for.
  '(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  `(?<=[${joiningScripts}])[\\u200c\\u200d]`,
].join('|')

/**
 * The source of an expression (flag `u`) for one character that a reader does not see or that changes how others are
 * shown: controls but the ones in `kept`, marks of direction, zero-width characters, fillers, tags, line and paragraph
 * separators, annotations, half surrogates. Every output uses this one rule. Emoji, combining marks and all scripts
 * stay readable.
 */
export const hiddenCharacterPattern = (kept: string): string =>
  `(?:[^\\P{Cc}${kept}]|[^\\P{Default_Ignorable_Code_Point}${joiners}]|[\\p{Cs}\\p{Zl}\\p{Zp}\\ufff9-\\ufffb]|(?!${joined})[${joiners}])`

const hidden = new RegExp(hiddenCharacterPattern(''), 'gu')
const hiddenInJson = new RegExp(hiddenCharacterPattern('\\n'), 'gu')

/** Most texts contain nothing else, and this test is faster. */
const ordinary = /^[ -~]*$/
const ordinaryJson = /^[\n -~]*$/

/** A text with a visible mark instead of each hidden character. */
export const markHiddenCharacters = (text: string): string =>
  ordinary.test(text) ? text : text.replace(hidden, '\ufffd')

/** JSON with an escape instead of each hidden character. They occur only in strings, so the value stays the same. */
export const escapeHiddenCharacters = (json: string): string =>
  ordinaryJson.test(json) ? json : json.replace(hiddenInJson, escaped)

const escaped = (character: string): string =>
  Array.from(
    {length: character.length},
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
