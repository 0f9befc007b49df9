/** A place in a text. */
interface Match {
  readonly start: number
  readonly end: number
}

const mostInOneText = 1000

/** What was typed as something to look for: text in any case, or `/a regex/i`; nothing where nothing was typed. */
export function readQuery(typed: string): RegExp | 'broken' | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const [, pattern, flags] = /^\/(.+)\/([imsu]*)$/.exec(text) ?? []
  if (pattern === undefined) return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
  try {
    return new RegExp(pattern, `g${flags ?? ''}`)
  } catch {
    return 'broken'
  }
}

/** Where a text fits, from its beginning; what fits without a single character does not count. */
export function findMatches(text: string, query: RegExp): readonly Match[] {
  const found: Match[] = []
  query.lastIndex = 0
  for (let match = query.exec(text); match; match = query.exec(text)) {
    const end = match.index + match[0].length
    if (end === match.index) query.lastIndex += 1
    else found.push({start: match.index, end})
    if (found.length >= mostInOneText) break
  }
  return found
}
