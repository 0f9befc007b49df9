import type {Span} from '../query/index.ts'

/**
 * The index is made of words: the longest runs of characters that join, in lower case, and each character that is a word alone.
 * SQLite's `ascii` tokenizer does the ASCII part and treats all other characters as letters; so those are prepared here, and
 * only JavaScript's definition of letters is used.
 */
export function indexText(text: string): string {
  return text.replace(beyondAscii, prepare)
}

/** The end of a text in C, and what is not ASCII. */
const beyondAscii = /[\0\u0080-\uffff]+/g

const prepared = new Map<string, string>()
const maxPrepared = 10_000

function prepare(run: string): string {
  const known = prepared.get(run)
  if (known !== undefined) return known
  let made = ''
  for (const character of run) made += prepareCharacter(character)
  // Whole runs repeat: arrows, lines of boxes, words of a language.
  if (run.length < 16 && prepared.size < maxPrepared) prepared.set(run, made)
  return made
}

function prepareCharacter(character: string): string {
  switch (characterClass(character.codePointAt(0) ?? 0)) {
    case 'joins':
      return normalizeCase(character)
    case 'alone':
      return ` ${normalizeCase(character)} `
    case 'between':
      return ' '
  }
}

/** The words of a text, as the index has them. */
export function tokenize(text: string): readonly string[] {
  return normalizeCase(indexText(text)).match(/[a-z0-9_\u0080-\uffff]+/g) ?? []
}

/**
 * A text whose case no longer matters. Every UTF-16 unit stays in its place, so what is found in it is at the same
 * position in the text: the capital I with a dot becomes a plain i, and a sigma at the end of a word any sigma.
 */
export function normalizeCase(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3')
}

/** Letters of scripts that are written without spaces between words, or, as in Korean, with endings attached. */
const unspaced =
  /^(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]$/u

const wordly = /^[\p{L}\p{N}\p{Mn}\p{Mc}_]$/u

/** They only say how the character before them is drawn, as in an emoji. */
const selector = /^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u

/**
 * What a character is to a word: `joins` the word characters next to it (letters, digits, the underscore and marks), is
 * a word `alone` (as each Chinese, Japanese, Korean or Thai letter is), or is `between` words.
 */
type CharacterClass = 'joins' | 'alone' | 'between'

const known = new Map<number, CharacterClass>()

/** The class of a code point. */
export function characterClass(point: number): CharacterClass {
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

/**
 * Finds a text in a folded one: literally, whatever the case, and not as a part of a word. Where it begins with a
 * character that joins, no such character may be before it; likewise at its end, unless it is a `prefix`. So `foo`
 * is not found in `foo_bar` or `food`, `foo*` is found in both, and `--flag` in `x--flag`.
 */
export function* findText(text: string, prefix: boolean, folded: string): Generator<Span> {
  const wanted = normalizeCase(text)
  if (wanted === '') return
  const guardsStart = joins(wanted.codePointAt(0))
  const guardsEnd = !prefix && joins(pointBefore(wanted, wanted.length))
  for (let start = folded.indexOf(wanted); start !== -1; start = folded.indexOf(wanted, start + 1)) {
    const end = start + wanted.length
    if (guardsStart && joins(pointBefore(folded, start))) continue
    if (guardsEnd && joins(folded.codePointAt(end))) continue
    yield {start, end}
  }
}

const joins = (point: number | undefined): boolean => point !== undefined && characterClass(point) === 'joins'

/** The code point that ends at a place. */
function pointBefore(text: string, at: number): number | undefined {
  if (at <= 0) return undefined
  const pair = at > 1 ? text.codePointAt(at - 2) : undefined
  return pair !== undefined && pair > 0xffff ? pair : text.charCodeAt(at - 1)
}
