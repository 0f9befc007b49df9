import {readdirSync, readFileSync} from 'node:fs'
import {join, relative, sep} from 'node:path'
import {readLines} from '../../src/dialects/index.ts'
import type {DialectName, JsonObject, Line, Message} from '../../src/model/index.ts'
import {groupBy} from '../../src/model/maps.ts'

/** One record of a recording, and what recount reads it as: nearly always one message. */
export interface RecordedRecord {
  readonly version: string
  readonly scenario: string
  /** Relative to the folder of recordings. */
  readonly file: string
  readonly dialect: DialectName
  readonly record: JsonObject
  readonly messages: readonly Message[]
}

/**
 * Reads every record below a folder `<version>/<scenario>/…`. The version is the one that the records state; only some
 * records of a scenario state it, but those that do must agree, and the folder must have its name.
 */
export function readRecordings(folder: string): readonly RecordedRecord[] {
  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.split(sep).join('/'))
    .sort()
  const scenarios = groupBy(files, (file) => file.split('/').slice(0, 2).join('/'))
  return [...scenarios].flatMap(([place, own]) => {
    const lines = own.flatMap((file) => readFile(folder, file))
    const version = statedVersion(place, lines)
    const [, scenario = ''] = place.split('/')
    return [...groupBy(lines, ({message}) => message.record)].map(([record, parts]) => ({
      version,
      scenario,
      file: parts[0]?.file ?? '',
      dialect: parts[0]?.message.dialect ?? 'transcript',
      record,
      messages: parts.map(({message}) => message),
    }))
  })
}

interface MessageInFile {
  readonly file: string
  readonly message: Message
}

function readFile(folder: string, file: string): readonly MessageInFile[] {
  const reader = readLines(file)
  const lines: readonly Line[] = [...reader.push(readFileSync(join(folder, file))), ...reader.end()]
  return lines.map((line) => {
    if (line.kind !== 'message')
      throw new Error(
        `${relative('.', join(folder, file))}:${line.at.line} is not a record that recount knows. Add its type to the table of its dialect first.`,
      )
    return {file, message: line.message}
  })
}

function statedVersion(place: string, lines: readonly MessageInFile[]): string {
  const versions = [...new Set(lines.flatMap(({message}) => message.version ?? []))]
  const [version = ''] = versions
  if (versions.length !== 1 || !place.startsWith(`${version}/`))
    throw new Error(
      `The records of ${place} state the versions ${versions.join(', ') || 'none'}. Move each scenario to the folder of the one version that wrote it.`,
    )
  return version
}
