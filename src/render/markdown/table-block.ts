/** A table of cells that are Markdown already, with every row as wide as the widest. */
export function tableBlock(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number>,
): string {
  const columns = Math.max(1, head.length, ...rows.map((row) => row.length))
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({length: columns}, (_, index) => (cells[index] ?? '').replaceAll('\n', ' ')).join(' | ')} |`
  const rule = Array.from({length: columns}, (_, index) => (right.has(index) ? '---:' : '---'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
