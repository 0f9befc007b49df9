import {createHash} from 'node:crypto'
import {endOfString} from '../lines/index.ts'
import {number, object, parseJson, text} from '../model/fields.ts'
import {type Instant, isJsonObject, type JsonObject} from '../model/index.ts'

/** The envelope of Chorus stores around a line of Claude Code, with any fields that other programs have added. */
export interface StoredMessage extends JsonObject {
  readonly id: string
  readonly conversationId: string
  readonly agentId: string
  /** ISO 8601. */
  readonly timestamp: string
  readonly claudeMessage: JsonObject
  readonly costUSD?: number
  readonly durationMs?: number
}

/** A line of a conversation's file. */
export type StoredRecord =
  /** `line` is the original line of Claude Code, byte for byte. */
  | {
      readonly kind: 'message'
      readonly bytes: Uint8Array
      readonly message: StoredMessage
      readonly line: Uint8Array
    }
  /** A row that Chorus wrote without a line. */
  | {readonly kind: 'row'; readonly bytes: Uint8Array; readonly row: JsonObject}
  /** An incomplete write, or anything else. */
  | {readonly kind: 'broken'; readonly bytes: Uint8Array}

/** The fields of an envelope. */
interface Envelope {
  readonly id: string
  readonly conversationId: string
  readonly agentId: string
  readonly time: Instant
  /** Additional fields, which every reader keeps. */
  readonly fields?: JsonObject | undefined
}

/**
 * The type of lines that are not JSON objects: incomplete lines, error output, binary data. They are stored in base64 and
 * returned unchanged.
 */
const otherLine = 'recount_line'

/** Puts a line into its envelope without changing a byte. Ends with a newline. */
export function writeStored(line: Uint8Array, {id, conversationId, agentId, time, fields}: Envelope): Buffer {
  const timestamp = isoTime(time)
  const kept = objectOf(line)
  const head = JSON.stringify({id, conversationId, agentId, timestamp})
  const more = Object.entries(fields ?? {}).filter(([name]) => !ownFields.has(name))
  const tail = JSON.stringify({...(kept ? readCosts(kept) : {}), ...Object.fromEntries(more)})
  const message = kept ? line : Buffer.from(JSON.stringify({type: otherLine, base64: base64(line)}))
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},"claudeMessage":`),
    message,
    Buffer.from(tail === '{}' ? '}\n' : `,${tail.slice(1)}\n`),
  ])
}

/** Additional fields with these names are ignored, because a repeated field would replace the first. */
const ownFields: ReadonlySet<string> = new Set([
  'id',
  'conversationId',
  'agentId',
  'timestamp',
  'claudeMessage',
])

/** A time outside the range of dates, which a file can contain, becomes 1970. */
const isoTime = (time: Instant): string => new Date(Math.abs(time) <= 8.64e15 ? time : 0).toISOString()

/** Reads a line of a conversation's file. */
export function readStored(bytes: Uint8Array): StoredRecord {
  const value = objectOf(bytes)
  if (!value) return {kind: 'broken', bytes}
  if (!isStored(value)) return {kind: 'row', bytes, row: value}
  const range = findField(bytes, 'claudeMessage')
  const kept = bytes.subarray(range?.start, range?.end)
  const other = value.claudeMessage['type'] === otherLine ? text(value.claudeMessage, 'base64') : undefined
  return {
    kind: 'message',
    bytes,
    message: value,
    line: other === undefined ? kept : Buffer.from(other, 'base64'),
  }
}

/** An id that depends only on the line and its place, so that a repeated write is recognized. */
export function stableId(conversation: string, place: string, line: Uint8Array): string {
  const hash = createHash('sha256').update(`${conversation}\0${place}\0`).update(line).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** Rows that Chorus wrote can lack any field except the line. */
const isStored = (value: JsonObject): value is StoredMessage => object(value, 'claudeMessage') !== undefined

function objectOf(line: Uint8Array): JsonObject | undefined {
  const value = parseJson(Buffer.from(line.buffer, line.byteOffset, line.length).toString())
  return isJsonObject(value) ? value : undefined
}

const base64 = (line: Uint8Array): string => Buffer.from(line).toString('base64')

/** Cost and duration, which readers want in the envelope. Results have them, and responses of the oldest clients. */
function readCosts(kept: JsonObject): JsonObject {
  const isResult = kept['type'] === 'result'
  const cost = isResult
    ? (number(kept, 'total_cost_usd') ?? number(kept, 'cost_usd') ?? number(kept, 'total_cost'))
    : number(kept, 'costUSD')
  const duration = isResult ? number(kept, 'duration_ms') : number(kept, 'durationMs')
  return {
    ...(cost === undefined ? {} : {costUSD: cost}),
    ...(duration === undefined ? {} : {durationMs: duration}),
  }
}

/** The range of a value in the bytes of an object. */
interface FieldRange {
  readonly start: number
  readonly end: number
}

/**
 * Finds the exact bytes of a field of a JSON object: parsing and writing would change numbers, escapes and spaces. The bytes
 * must be a valid object; white space after the value belongs to it, such as a line's carriage return. If a field occurs
 * twice, the last counts, as in every parser.
 */
export function findField(object: Uint8Array, name: string): FieldRange | undefined {
  // One character per byte, so that positions in the text are positions in the bytes.
  const text = Buffer.from(object.buffer, object.byteOffset, object.length).toString('latin1')
  let found: FieldRange | undefined
  let at = text.indexOf('{') + 1
  while (at > 0 && at < text.length) {
    while (/[\s,]/.test(text.charAt(at))) at += 1
    if (text[at] !== '"') break
    const keyEnd = endOfString(text, at) + 1
    const key: unknown = JSON.parse(Buffer.from(object.subarray(at, keyEnd)).toString())
    at = text.indexOf(':', keyEnd) + 1
    while (/\s/.test(text.charAt(at))) at += 1
    const end = endOfField(text, at)
    if (key === name) found = {start: at, end}
    at = end
  }
  return found
}

/** The position of the comma or brace that ends a field. */
function endOfField(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{' || character === '[') depth += 1
    else if (depth === 0 && (character === ',' || character === '}')) return at
    else if (character === '}' || character === ']') depth -= 1
  }
  return text.length
}
