import {createHash} from 'node:crypto'
import {endOfString} from '../lines/index.ts'
import {number, object, parseJson, text} from '../model/fields.ts'
import type {Instant, JsonObject} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'

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
  /** `line` is the line of Claude Code that is kept in it, byte for byte. */
  | {
      readonly kind: 'message'
      readonly bytes: Uint8Array
      readonly message: StoredMessage
      readonly line: Uint8Array
    }
  /** A row of Chorus's own, which kept no line. */
  | {readonly kind: 'row'; readonly bytes: Uint8Array; readonly row: JsonObject}
  /** A write that was torn off, or anything else. */
  | {readonly kind: 'broken'; readonly bytes: Uint8Array}

/** What is put into an envelope. */
interface Envelope {
  readonly id: string
  readonly conversationId: string
  readonly agentId: string
  readonly time: Instant
  /** Fields of the writer's own, which every reader keeps. */
  readonly fields?: JsonObject | undefined
}

/**
 * The type under which a line is kept that is no JSON object: a torn one, a program's complaint, bytes that are no text.
 * It is kept in base64, and given back as it was.
 */
const otherLine = 'recount_line'

/** Writes a line into its envelope, without changing a byte of it. Ends with a newline. */
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

/** A second one would stand for the first. */
const ownFields: ReadonlySet<string> = new Set([
  'id',
  'conversationId',
  'agentId',
  'timestamp',
  'claudeMessage',
])

/** What no calendar has, a file may claim all the same. */
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

/** An id that follows from what is kept and where, so that keeping it twice is seen. */
export function stableId(conversation: string, place: string, line: Uint8Array): string {
  const hash = createHash('sha256').update(`${conversation}\0${place}\0`).update(line).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** Rows that Chorus wrote may lack any of an envelope's fields but the line. */
const isStored = (value: JsonObject): value is StoredMessage => object(value, 'claudeMessage') !== undefined

function objectOf(line: Uint8Array): JsonObject | undefined {
  const value = parseJson(Buffer.from(line.buffer, line.byteOffset, line.length).toString())
  return isJsonObject(value) ? value : undefined
}

const base64 = (line: Uint8Array): string => Buffer.from(line).toString('base64')

/** What readers want at hand: what it cost and how long it took. Only a result tells, and the oldest clients' answers. */
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
 * Finds the bytes of a field of a JSON object, as they stand there: parsing and writing again would change numbers,
 * escapes and spaces. The bytes must be a valid object; white space behind the value belongs to it, as a line's own
 * carriage return does. Where a field stands twice the last counts, as it does for every parser.
 */
export function findField(object: Uint8Array, name: string): FieldRange | undefined {
  // A character for each byte, so that places in the text are places in the bytes.
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

/** At the comma or brace that ends a field. */
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
