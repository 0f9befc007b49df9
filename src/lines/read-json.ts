import {parseJson} from '../model/fields.ts'
import {isJsonObject, type JsonValue, type UnreadableReason} from '../model/index.ts'
import {isSpace} from './characters.ts'
import {scanJsonValues} from './scan-json.ts'

/** A record's text with its value, or with the reason why it cannot be read. */
export type JsonRecord =
  | {readonly text: string; readonly value: JsonValue; readonly reason?: never}
  | {readonly text: string; readonly value?: never; readonly reason: UnreadableReason}

/**
 * Reads the records of one line. Nearly always that is one; but some writers join records (`…}{…`), and
 * `--output-format json --verbose` prints a session as one array.
 */
export function readJson(text: string, value = parseJson(text)): readonly JsonRecord[] {
  if (value === undefined) return readGlued(text)
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject)
    ? readElements(text, value)
    : [{text, value}]
}

function readElements(text: string, elements: readonly JsonValue[]): readonly JsonRecord[] {
  const ranges = scanJsonValues(text, text.indexOf('[') + 1, text.lastIndexOf(']'), true)
  return ranges.map(({start, end}, i) => ({text: text.slice(start, end), value: elements[i] ?? null}))
}

function readGlued(text: string): readonly JsonRecord[] {
  const records: JsonRecord[] = []
  let read = 0
  let broken = false
  for (const {start, end, closed} of scanJsonValues(text, 0, text.length, false)) {
    const part = text.slice(start, end)
    const value = closed ? parseJson(part) : undefined
    if (!isJsonObject(value)) {
      broken = !closed
      break
    }
    records.push({text: part, value})
    read = end
  }
  const rest = trimmed(text, read)
  if (rest !== '') records.push({text: rest, reason: reasonFor(rest, broken)})
  return records
}

/** Removes JSON's white space only: `trim` would remove a line of other spaces completely. */
function trimmed(text: string, from: number): string {
  let start = from
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start += 1
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function reasonFor(text: string, broken: boolean): UnreadableReason {
  if (broken) return 'truncated'
  return text.includes('\0') ? 'binary' : 'not-json'
}

const escapes = /\\(?:u([0-9a-fA-F]{4})|.)/gs

/**
 * Whether JSON text has an escaped half of a surrogate pair (`\ud83d` without its other half), which UTF-8 cannot
 * encode. It is not part of reading, where it would take a tenth of the time: the search stops at each backslash.
 */
export function hasLoneSurrogate(text: string): boolean {
  // Very few lines have any; plain searches are far cheaper than matching every escape.
  if (!text.includes('\\u') || !(text.includes('\\ud') || text.includes('\\uD'))) return false
  let highEndsAt = -1
  for (const match of text.matchAll(escapes)) {
    const code = match[1] === undefined ? -1 : Number.parseInt(match[1], 16)
    const isLow = code >= 0xdc00 && code <= 0xdfff
    const isHigh = code >= 0xd800 && code <= 0xdbff
    if (highEndsAt !== -1 && !(isLow && match.index === highEndsAt)) return true
    if (isLow && highEndsAt === -1) return true
    highEndsAt = isHigh ? match.index + match[0].length : -1
  }
  return highEndsAt !== -1
}
