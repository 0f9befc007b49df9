/** The text inside the first `<name …>…</name>`, trimmed of nothing; `undefined` where there is no such tag. */
export function tagText(source: string, name: string): string | undefined {
  const open = source.indexOf(`<${name}`)
  if (open === -1) return undefined
  const start = source.indexOf('>', open)
  if (start === -1) return undefined
  const end = source.indexOf(`</${name}>`, start)
  return source.slice(start + 1, end === -1 ? undefined : end)
}

/** The value of an attribute of the first `<name …>`. */
export function tagAttribute(source: string, name: string, attribute: string): string | undefined {
  const open = source.indexOf(`<${name}`)
  if (open === -1) return undefined
  const head = source.slice(open, source.indexOf('>', open))
  const start = head.indexOf(` ${attribute}="`)
  if (start === -1) return undefined
  const from = start + attribute.length + 3
  return head.slice(from, head.indexOf('"', from))
}

const firstTagPattern = /^\s*<([a-z][a-z_-]*)[\s>]/

/** The name of the tag a text begins with. Tags further inside are somebody's words. */
export const firstTag = (source: string): string | undefined => firstTagPattern.exec(source)?.[1]
