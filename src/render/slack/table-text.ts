const widest = 40

/** A table in columns, for a font in which all characters are equally wide. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map(({length}) => length))
  const widths = Array.from({length: columns}, (_, index) =>
    Math.min(
      widest,
      rows.reduce((most, row) => Math.max(most, [...(row[index] ?? '')].length), 0),
    ),
  )
  const line = (row: readonly string[]): string =>
    widths
      .map((width, index) => {
        const cell = [...(row[index] ?? '')]
        return cell.length > width
          ? `${cell.slice(0, width - 1).join('')}…`
          : cell.join('') + ' '.repeat(width - cell.length)
      })
      .join(' │ ')
      .trimEnd()
  const [head, ...body] = rows.map(line)
  const rule = widths.map((width) => '─'.repeat(width)).join('─┼─')
  return head === undefined ? '' : [head, rule, ...body].join('\n')
}
