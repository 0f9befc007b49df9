import {fold} from './fold.ts'
import {classOf} from './word-characters.ts'

/**
 * The index is made of words: the longest runs of characters that join, folded, and each character that stands alone.
 * SQLite's `ascii` tokenizer does the ASCII part of it, and takes all else for letters; so other characters are
 * prepared here, and no table of letters but JavaScript's is ever asked.
 */
export function indexText(text: string): string {
  return text.replace(beyondAscii, prepare)
}

/** The end of a text in C, and what is not ASCII. */
const beyondAscii = /[\0\u0080-\uffff]+/g

const prepared = new Map<string, string>()
const mostPrepared = 10_000

function prepare(run: string): string {
  const known = prepared.get(run)
  if (known !== undefined) return known
  let made = ''
  for (const character of run) made += prepareCharacter(character)
  // Whole runs repeat: arrows, lines of boxes, words of a language.
  if (run.length < 16 && prepared.size < mostPrepared) prepared.set(run, made)
  return made
}

function prepareCharacter(character: string): string {
  switch (classOf(character.codePointAt(0) ?? 0)) {
    case 'joins':
      return fold(character)
    case 'alone':
      return ` ${fold(character)} `
    case 'between':
      return ' '
  }
}

/** The words of a text, as the index has them. */
export function tokensOf(text: string): readonly string[] {
  return fold(indexText(text)).match(/[a-z0-9_\u0080-\uffff]+/g) ?? []
}
