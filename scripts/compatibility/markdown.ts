/** A name as code. */
export const code = (name: string): string => `\`${name}\``

/** Names as a list of codes. */
export const codes = (names: Iterable<string>): string => [...names].map(code).join(', ')

/** A table; nothing if it has no rows. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** A part of the page that is closed until someone opens it; nothing if it is empty. The title is HTML. */
export const collapsed = (title: string, ...parts: readonly string[]): string =>
  parts.every((part) => part === '')
    ? ''
    : `<details>\n<summary>${title}</summary>\n\n${paragraphs(...parts)}\n\n</details>`

/** Parts with a blank line between them; empty ones are left out. */
export const paragraphs = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\n\n')
