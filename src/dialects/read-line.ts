import type {JsonRecord, LineWarnings, RawLine} from '../lines/index.ts'
import {findBreaks, readJson, splitLines} from '../lines/index.ts'
import {parseJson} from '../model/fields.ts'
import type {JsonObject, JsonValue, Line, Message, Position} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'
import {type Dialect, wireType} from './dialect.ts'
import {readRecordFields} from './shared/record-fields.ts'
import {splitMessage} from './split-message.ts'
import {stored} from './stored/dialect.ts'
import {streamJson} from './stream-json/dialect.ts'
import {transcript} from './transcript/dialect.ts'
import {webui} from './webui/dialect.ts'

/** All dialects, the most frequent first; their shapes exclude each other. */
export const dialects: readonly Dialect[] = [transcript, streamJson, webui, stored]

/** Reads a record of one other program, with recount's own dialects as `read`; `undefined` for any other record. */
export type Translate = (
  record: JsonObject,
  read: (translated: JsonObject) => Message | undefined,
) => Message | undefined

const translations: Translate[] = []

/** Adds a dialect from outside the table. Only `usePlugin` calls this. */
export function addTranslation(translate: Translate): void {
  translations.push(translate)
}

/** Reads one record as a message; `undefined` if no dialect has its type. */
export function readRecord(record: JsonObject): Message | undefined {
  for (const translate of translations) {
    const message = translate(record, readOwnRecord)
    // The raw record stays that of the file.
    if (message) return {...message, record}
  }
  return readOwnRecord(record)
}

function readOwnRecord(record: JsonObject): Message | undefined {
  const fields = readRecordFields(record)
  for (const dialect of dialects) if (dialect.recognizes(fields)) return dialect.read(record, fields)
  return undefined
}

/** Reads all records of one line; nearly always there is one. */
export function readLine(raw: RawLine, source: string): readonly Line[] {
  const lines: Line[] = []
  appendLines(lines, raw, source)
  return lines
}

/** Appends the records of a line to a list, and returns how many there are. */
function appendLines(lines: Line[], raw: RawLine, source: string): number {
  const at: Position = {source, line: raw.number, record: raw.record, offset: raw.offset}
  const value = raw.tooLong ? undefined : parseJson(raw.text)
  if (isJsonObject(value)) pushLine(lines, toLine(value, raw.text, at))
  else if (raw.tooLong) lines.push({kind: 'unreadable', at, text: raw.text, reason: 'too-long'})
  else {
    const before = lines.length
    const records = readJson(raw.text, value).flatMap(recover)
    for (const record of records)
      pushLine(lines, toLineOfRecord(record, {...at, record: raw.record + lines.length - before}))
    return records.length
  }
  return 1
}

/** A record may be more than one message; each becomes a line. */
function pushLine(lines: Line[], line: Line): void {
  const messages = line.kind === 'message' ? splitMessage(line.message) : undefined
  if (!messages) {
    lines.push(line)
    return
  }
  const {at, text} = line
  for (const [index, message] of messages.entries())
    lines.push({kind: 'message', at: {...at, record: at.record + index}, text, message})
}

const toLineOfRecord = (record: JsonRecord, at: Position): Line =>
  record.reason === undefined
    ? toLine(record.value, record.text, at)
    : {kind: 'unreadable', at, text: record.text, reason: record.reason}

function toLine(value: JsonValue, text: string, at: Position): Line {
  if (!isJsonObject(value)) return {kind: 'unknown', at, text, value, type: valueType(value)}
  const message = readRecord(value)
  return message
    ? {kind: 'message', at, text, message}
    : {kind: 'unknown', at, text, value, type: wireType(value)}
}

function valueType(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** How many places are tried. A record is cut in one place, but after it strings and syntax cannot be distinguished. */
const maxTries = 8

/**
 * Looks for complete records after one that was cut off: the next writer appends to the same line. They must be
 * messages, because a part of the cut record could parse by chance.
 */
function recover(record: JsonRecord): readonly JsonRecord[] {
  if (record.reason === undefined) return [record]
  let tried = 0
  for (const at of findBreaks(record.text)) {
    const rest = readJson(record.text.slice(at))
    const first = rest[0]?.value
    if (isJsonObject(first) && readRecord(first))
      return [{text: record.text.slice(0, at), reason: 'truncated'}, ...rest]
    tried += 1
    if (tried === maxTries) break
  }
  return [record]
}

/** Reads the lines of a source, a chunk at a time. */
export interface LineReader {
  /** The lines that end in this chunk. */
  push(chunk: Uint8Array): readonly Line[]
  /** The source has ended; gives the last line if it had no newline. */
  end(): readonly Line[]
  readonly warnings: LineWarnings
  readonly bytes: number
  /** The byte offset after the last line that ended: a record over several lines ends with the last of them. */
  readonly settled: number
  /** There were records that extend over several lines. */
  readonly hasLongRecords: boolean
}

/** Reads bytes as lines, for one source; live and saved sources use the same function. */
export function readLines(source: string): LineReader {
  let ready: Line[] = []
  let carried = 0
  const splitter = splitLines((raw) => {
    // A record that contains another one counts as two, which moves those after it on their line.
    if (raw.record === 0) carried = 0
    const before = ready.length
    const records = appendLines(ready, carried === 0 ? raw : {...raw, record: raw.record + carried}, source)
    carried += ready.length - before - 1
    if (raw.record === 0 ? records > 1 : raw.record === 1) splitter.warnings.glued += 1
  })
  const take = (): readonly Line[] => {
    const lines = ready
    ready = []
    return lines
  }
  return {
    warnings: splitter.warnings,
    get bytes() {
      return splitter.bytes
    },
    get settled() {
      return splitter.settled
    },
    get hasLongRecords() {
      return splitter.hasLongRecords
    },
    push(chunk) {
      splitter.push(chunk)
      return take()
    },
    end() {
      splitter.end()
      return take()
    },
  }
}
