/** What a rule found. */
export interface RedactionCandidate {
  /** The part that would be hidden. */
  readonly value: string
  /** The name that the value is assigned to; empty if the rule captures none. */
  readonly name: string
  /**
   * The character before the match; empty at the start of the text and after an escape (`\n`, `%3D`, a colour), whose
   * last letter is not part of a word.
   */
  readonly before: string
}

/** One kind of credential. */
export interface RedactionRule {
  /** The kind, as the replacement names it. */
  readonly name: string
  /** The characters it begins with, one or more alternatives. Only there is the rest of the rule tried. */
  readonly starts: readonly string[]
  /** The start may be written in capitals, small letters or both. */
  readonly ignoresCase?: boolean
  /**
   * A regular expression for what follows the start. Named groups: `v` or `w` is the part to hide if that is not all of it,
   * `n` the name that the value is assigned to, and `s`, in a lookbehind, what to hide in front of the start. All
   * quantifiers are bounded, and no choice is inside a repetition that could match the same text in two ways.
   */
  readonly rest: string
  /** Decides whether the candidate is a credential; without it every match is one. */
  readonly isSecret?: (candidate: RedactionCandidate) => boolean
}

/** The characters before a position, as a candidate has them. */
export function characterBefore(text: string, at: number): string {
  return escapeBefore.test(text.slice(Math.max(0, at - 24), at)) ? '' : text.charAt(at - 1)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one
const escapeBefore = /(?:\\[bfnrt]|\\u[\da-fA-F]{4}|%[\da-fA-F]{2}|\u001b\[[\d;]{0,20}m)$/

const shortest = 16

/**
 * Whether a text looks random: long, of letters and digits, and with many different ones. Names, paths and versions do
 * not.
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
