/** The range of a value in the bytes of an object. */
export interface FieldRange {
  readonly start: number
  readonly end: number
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openers: ReadonlySet<number | undefined> = new Set([0x7b, 0x5b])
const closers: ReadonlySet<number | undefined> = new Set([0x7d, 0x5d])
const spaces: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0d, 0x0a])

/**
 * Finds the bytes of a field of a JSON object, as they stand there: parsing and writing again would change numbers,
 * escapes and spaces. The bytes must be a valid object; white space behind the value belongs to it, as a line's own
 * carriage return does. Where a field stands twice the last counts, as it does for every parser.
 */
export function findField(object: Uint8Array, name: string): FieldRange | undefined {
  let found: FieldRange | undefined
  let at = object.indexOf(0x7b) + 1
  while (at > 0 && at < object.length) {
    while (spaces.has(object[at]) || object[at] === comma) at += 1
    if (object[at] !== quote) break
    const keyEnd = endOfText(object, at)
    const key: unknown = JSON.parse(Buffer.from(object.subarray(at, keyEnd)).toString())
    at = object.indexOf(colon, keyEnd) + 1
    while (spaces.has(object[at])) at += 1
    const end = endOfValue(object, at)
    if (key === name) found = {start: at, end}
    at = end
  }
  return found
}

/** After the closing quote of a text. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at + 1
}

/** At the comma or brace that ends a value. */
function endOfValue(bytes: Uint8Array, from: number): number {
  let depth = 0
  let at = from
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === quote) {
      at = endOfText(bytes, at)
      continue
    }
    if (openers.has(byte)) depth += 1
    else if (closers.has(byte)) {
      if (depth === 0) return at
      depth -= 1
    } else if (byte === comma && depth === 0) return at
    at += 1
  }
  return at
}
