import type {JsonObject, JsonValue, UnreadableReason} from '../model/index.ts'
import {scanValues} from './scan-values.ts'

/** A record's text with what it says, or with the reason why it says nothing. */
export type JsonRecord =
  | {readonly text: string; readonly value: JsonValue; readonly reason?: never}
  | {readonly text: string; readonly value?: never; readonly reason: UnreadableReason}

/** True for an object, not for an array and not for `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reads the records of one line. Nearly always that is one; but writers glue records together (`…}{…`), and
 * `--output-format json --verbose` prints a whole session as one array.
 */
export function readJson(text: string): readonly JsonRecord[] {
  const value = parse(text)
  if (value === undefined) return readGlued(text)
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject)
    ? readElements(text, value)
    : [{text, value}]
}

function readElements(text: string, elements: readonly JsonValue[]): readonly JsonRecord[] {
  const open = text.indexOf('[') + 1
  const ranges = scanValues(text, open, text.lastIndexOf(']'), true)
  return elements.map((value, i) => {
    const range = ranges[i]
    return {text: range ? text.slice(range.start, range.end) : JSON.stringify(value), value}
  })
}

function readGlued(text: string): readonly JsonRecord[] {
  const records: JsonRecord[] = []
  let read = 0
  let broken = false
  for (const {start, end, closed} of scanValues(text, 0, text.length, false)) {
    const part = text.slice(start, end)
    const value = closed ? parse(part) : undefined
    if (!isJsonObject(value)) {
      broken = !closed
      break
    }
    records.push({text: part, value})
    read = end
  }
  const rest = text.slice(read).trim()
  if (rest !== '') records.push({text: rest, reason: reasonFor(rest, broken)})
  return records
}

function reasonFor(text: string, broken: boolean): UnreadableReason {
  if (broken) return 'truncated'
  return text.includes('\0') ? 'binary' : 'not-json'
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
