import type {JsonRecord, LineWarnings, RawLine} from '../lines/index.ts'
import {findBreaks, readJson, splitLines} from '../lines/index.ts'
import {parseJson} from '../model/fields.ts'
import type {JsonObject, JsonValue, Line, Message, Position} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'
import type {Dialect} from './dialect.ts'
import {wireType} from './dialect.ts'
import {readRecordFields} from './shared/record-fields.ts'
import {splitMessage} from './split-message.ts'
import {stored} from './stored/dialect.ts'
import {streamJson} from './stream-json/dialect.ts'
import {transcript} from './transcript/dialect.ts'
import {webui} from './webui/dialect.ts'

/** All dialects, the most frequent first; their shapes exclude each other. */
export const dialects: readonly Dialect[] = [transcript, streamJson, webui, stored]

/** Rewrites a record of another program as Claude Code would have written it; nothing if it is none of that program. */
export type Translate = (record: JsonObject) => JsonObject | undefined

const translations: Translate[] = []

/** Adds a dialect from outside the table. Only `usePlugin` calls this. */
export function addTranslation(translate: Translate): void {
  translations.push(translate)
}

/** Reads one record: a message in the one model, or nothing where no dialect names its type. */
export function readRecord(record: JsonObject): Message | undefined {
  for (const translate of translations) {
    const translated = translate(record)
    const message = translated && readOwnRecord(translated)
    // The raw record stays the one that is in the file.
    if (message) return {...message, record}
  }
  return readOwnRecord(record)
}

function readOwnRecord(record: JsonObject): Message | undefined {
  const fields = readRecordFields(record)
  for (const dialect of dialects) if (dialect.recognizes(fields)) return dialect.read(record, fields)
  return undefined
}

/** Reads one line of a source: nearly always one record, but never fewer than the line has. */
export function readLine(raw: RawLine, source: string): readonly Line[] {
  const lines: Line[] = []
  appendLines(lines, raw, source)
  return lines
}

/** As `readLine`, into a list that is there already. Gives how many records the line has. */
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

/** A record may be more than one message; each is a line of its own. */
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

/** A torn write is often followed by a whole record on the same line, because the next writer only appends. */
function recover(record: JsonRecord): readonly JsonRecord[] {
  if (record.reason === undefined) return [record]
  return recoverTorn(record, (value) => readRecord(value) !== undefined)
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

/** How many places are tried: a torn record has one, but behind it what is string and what is not is guesswork. */
const maxTries = 8

/**
 * Looks for whole records behind a torn one: the next writer only appends. What parses there must be a message,
 * too, because a piece of the torn record could parse by chance.
 */
function recoverTorn(torn: JsonRecord, isMessage: (value: JsonObject) => boolean): readonly JsonRecord[] {
  if (torn.reason === undefined) return [torn]
  let tried = 0
  for (const at of findBreaks(torn.text)) {
    const rest = readJson(torn.text.slice(at))
    const first = rest[0]?.value
    if (isJsonObject(first) && isMessage(first)) {
      return [{text: torn.text.slice(0, at), reason: 'truncated'}, ...rest]
    }
    tried += 1
    if (tried === maxTries) break
  }
  return [torn]
}

/** Reads a source from bytes to lines, a chunk at a time. */
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

/** The whole way from bytes to lines for one source; pure, so that live and saved take the same way. */
export function readLines(source: string): LineReader {
  let ready: Line[] = []
  let carried = 0
  const splitter = splitLines((raw) => {
    // A record that carries another one is two, which moves those that follow it on their line.
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
