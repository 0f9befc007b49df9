/** What stands between the first opening and the next closing tag of a name, without the line ends around it. */
export function tagged(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`)
  if (start === -1) return undefined
  const inside = start + name.length + 2
  const end = text.indexOf(`</${name}>`, inside)
  return end === -1 ? undefined : text.slice(inside, end).replace(/^\n/, '').replace(/\n$/, '')
}
