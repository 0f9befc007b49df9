/** One `<name …>…</name>` of a text. */
export interface Tag {
  readonly start: number
  readonly end: number
  readonly attributes: string
  /** The text inside, not trimmed. */
  readonly text: string
}

/** The first `<name …>…</name>`; `undefined` if there is none that is closed. */
export function findTag(source: string, name: string): Tag | undefined {
  return tagWith(source, name, (close, from) => source.indexOf(close, from))
}

/** As `findTag`, but up to the last `</name>`: the output of a program may contain the tag. */
export function findOutput(source: string, name: string): Tag | undefined {
  return tagWith(source, name, (close) => source.lastIndexOf(close))
}

/** The text inside the first `<name …>…</name>`. */
export const tagText = (source: string, name: string): string | undefined => findTag(source, name)?.text

/** The value of an attribute. */
export function attributeOf(tag: Tag, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag.attributes)?.[1]
}

const firstTagPattern = /^\s*<([a-z][a-z_-]*)[\s>]/

/** The name of the tag at the beginning of a text. Other tags are part of the text. */
export const firstTag = (source: string): string | undefined => firstTagPattern.exec(source)?.[1]

const openings = new Map<string, RegExp>()

/** The pattern of a tag's opening, cached by name: compiling it takes longer than matching. */
function opening(name: string): RegExp {
  const made = openings.get(name) ?? new RegExp(`<${name}((?:\\s+[\\w-]+="[^"]*")*)\\s*>`)
  openings.set(name, made)
  return made
}

function tagWith(
  source: string,
  name: string,
  findClose: (close: string, from: number) => number,
): Tag | undefined {
  const open = opening(name).exec(source)
  if (!open) return undefined
  const start = open.index
  const from = start + open[0].length
  const close = `</${name}>`
  const to = findClose(close, from)
  if (to < from) return undefined
  return {start, end: to + close.length, attributes: open[1] ?? '', text: source.slice(from, to)}
}
