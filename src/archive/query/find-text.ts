import type {Query} from './query.ts'

/** A character that has a meaning in a regular expression. */
const special = /[.*+?^${}()|[\]\\/]/g

/**
 * The words of a query as text for the search of a page, which marks them there: the text itself, or `/one|other/i` for
 * several. Empty if the query has no words.
 */
export function findTextOf({alternatives}: Query): string {
  const patterns: string[] = []
  const texts: string[] = []
  for (const term of alternatives.flat()) {
    if (term.not) continue
    if (term.type === 'text') {
      texts.push(term.text)
      patterns.push(term.text.replaceAll(special, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`))
    } else if (term.type === 'regex') patterns.push(term.source)
  }
  const [only] = texts
  if (patterns.length === 1 && only !== undefined && !only.startsWith('/')) return only
  return patterns.length === 0 ? '' : `/${[...new Set(patterns)].join('|')}/i`
}
