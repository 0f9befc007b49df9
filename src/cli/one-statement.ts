/** Whatever may hold a semicolon that ends nothing, a semicolon that does, and whatever else is said. */
const words = /'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;|[^\s;]/g

/** Whether a query is one statement, perhaps with a semicolon behind it. SQLite itself takes the first and leaves the rest. */
export function isOneStatement(query: string): boolean {
  let isOver = false
  for (const [word] of query.matchAll(words)) {
    if (word === ';') isOver = true
    else if (isOver && !word.startsWith('--') && !word.startsWith('/*')) return false
  }
  return true
}
