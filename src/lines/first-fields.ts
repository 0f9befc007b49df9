import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './characters.ts'

/**
 * The fields of the first object in the beginning of a JSON text, which may be an array of objects and may break off: a
 * string as it is written, of other values their first character. A text that begins otherwise has none.
 */
export function firstFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const opening = /^[\s\ufeff]*(?:\[\s*)?\{/.exec(text)
  if (!opening) return fields
  let depth = 1
  let name: string | undefined
  for (let at = opening[0].length; at < text.length && depth > 0; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      if (end === -1) return fields
      const words = text.slice(at + 1, end)
      if (depth === 1 && name !== undefined && !fields.has(name)) fields.set(name, words)
      else if (depth === 1) name = words
      at = end
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (depth === 1 && name !== undefined && !fields.has(name)) fields.set(name, text.charAt(at))
      depth += 1
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
    else if (depth !== 1 || code === COLON || /\s/.test(text.charAt(at))) continue
    else if (code === COMMA) name = undefined
    else if (name !== undefined && !fields.has(name)) fields.set(name, text.charAt(at))
  }
  return fields
}

/** Where the string that begins here ends; -1 if the text ends before. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return -1
}
