import type {JsonValue} from '../../model/index.ts'

/** A text of this length without a space is data, not words. */
const longestWord = 2000

/** Every text in a value, by lines; names of fields are left out, and so is what is encoded. Any depth is walked without the stack. */
export function textOfValue(value: JsonValue | undefined): string {
  const texts: string[] = []
  const open: (JsonValue | undefined)[] = [value]
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      if (!isEncoded(next)) texts.push(next)
    } else if (typeof next === 'number') texts.push(String(next))
    else if (typeof next === 'object' && next !== null) {
      const inner = Object.values(next)
      for (let at = inner.length - 1; at >= 0; at -= 1) open.push(inner[at])
    }
  }
  return texts.join('\n')
}

/** Tells base64 and the like from words. */
export function isEncoded(text: string): boolean {
  return text.length > longestWord && /^[\w+/=-]{2000}/.test(text)
}
