import type {JsonRecord, RawLine} from '../lines/index.ts'
import {parseJson, readJson} from '../lines/index.ts'
import type {JsonObject, JsonValue, Line, Message, Position} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'
import type {Dialect} from './dialect.ts'
import {recoverTorn} from './recover-torn.ts'
import {fieldsOf} from './shared/fields-of.ts'
import {wireType} from './shared/wire-type.ts'
import {splitMessage} from './split-message.ts'
import {stored} from './stored/dialect.ts'
import {streamJson} from './stream-json/dialect.ts'
import {transcript} from './transcript/dialect.ts'
import {webui} from './webui/dialect.ts'

/** All dialects, the most frequent first; their shapes exclude each other. */
export const dialects: readonly Dialect[] = [transcript, streamJson, webui, stored]

/** Reads one record: a message in the one model, or nothing where no dialect names its type. */
export function readRecord(record: JsonObject): Message | undefined {
  const fields = fieldsOf(record)
  for (const dialect of dialects) if (dialect.recognizes(fields)) return dialect.read(record, fields)
  return undefined
}

/** Reads one line of a source: nearly always one record, but never fewer than what stands there. */
export function readLine(raw: RawLine, source: string): readonly Line[] {
  const lines: Line[] = []
  readLineInto(lines, raw, source)
  return lines
}

/** As `readLine`, into a list that is there already. Gives how many records the line has. */
export function readLineInto(lines: Line[], raw: RawLine, source: string): number {
  const at: Position = {source, line: raw.number, record: raw.record, offset: raw.offset}
  const value = raw.tooLong ? undefined : parseJson(raw.text)
  if (isJsonObject(value)) pushLine(lines, lineOf(value, raw.text, at))
  else if (raw.tooLong) lines.push({kind: 'unreadable', at, text: raw.text, reason: 'too-long'})
  else {
    const before = lines.length
    const records = readJson(raw.text, value).flatMap(recover)
    for (const record of records)
      pushLine(lines, lineOfRecord(record, {...at, record: raw.record + lines.length - before}))
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

const lineOfRecord = (record: JsonRecord, at: Position): Line =>
  record.reason === undefined
    ? lineOf(record.value, record.text, at)
    : {kind: 'unreadable', at, text: record.text, reason: record.reason}

function lineOf(value: JsonValue, text: string, at: Position): Line {
  if (!isJsonObject(value)) return {kind: 'unknown', at, text, value, type: nameOf(value)}
  const message = readRecord(value)
  return message
    ? {kind: 'message', at, text, message}
    : {kind: 'unknown', at, text, value, type: wireType(value)}
}

function nameOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
