import type {QueryMistake} from './query.ts'

/** A query with a caret under its mistake, and the sentence that says what it is. */
export function showMistake(query: string, {at, mistake}: QueryMistake): string {
  const shown = (from: number, to?: number): string =>
    query.slice(from, to).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  const carets = Math.max(1, columnsOf(shown(at.start, at.end)))
  return `${shown(0)}\n${' '.repeat(columnsOf(shown(0, at.start)))}${'^'.repeat(carets)}\n${mistake}`
}

/** Characters that terminals draw two columns wide. */
const wide =
  /^[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hangul}\p{scx=Hira}\p{scx=Kana}\p{sc=Bopo}\u3000-\u303e\uff01-\uff60]$/u

function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) if (!/^\p{M}$/u.test(character)) columns += wide.test(character) ? 2 : 1
  return columns
}
