import {readdirSync, readFileSync} from 'node:fs'
import {readRecord} from '../../src/dialects/index.ts'
import {readRecordFields} from '../../src/dialects/shared/record-fields.ts'
import type {DialectName, JsonObject, JsonValue} from '../../src/model/index.ts'
import {isJsonObject} from '../../src/model/index.ts'
import type {FieldValue} from './field-paths.ts'
import {withField} from './field-paths.ts'

/**
 * What recount does with a field: `read` if the message changes with it, `named` if the code has its name and the message
 * stays the same, `kept` if the raw record has it and nothing else does.
 */
export type FieldUse = 'read' | 'named' | 'kept'

/**
 * Whether the message of a record changes with a field. It is tried: the field is taken away, or gets another value,
 * among them each of `words` if it has room for a word.
 */
export function isFieldRead(
  record: JsonObject,
  {keys, value}: FieldValue,
  words: readonly string[] = [],
): boolean {
  const before = originalReadings.get(record) ?? readingOf(record)
  originalReadings.set(record, before)
  const isWord = value === null || typeof value === 'string'
  return [undefined, ...otherValues(value), ...(isWord ? words : [])].some(
    (other) => readingOf(withField(record, keys, other)) !== before,
  )
}

/**
 * Whether the message changes with a field if one of the other fields says nothing: `is_api_error_message` is read only
 * if there is no `error`. What is left must still be a record of the same type.
 */
export function isFieldReadInstead(
  record: JsonObject,
  field: FieldValue,
  others: readonly FieldValue[],
  words: readonly string[],
): boolean {
  const before = readRecord(record)
  return others.some((other) => {
    if (isInside(field.path, other.path) || isInside(other.path, field.path)) return false
    // Not taken away: without any content, the whole message is read as an unknown block.
    const rest = withField(record, other.keys, null)
    const message = readRecord(rest)
    const isSame = message?.dialect === before?.dialect && message?.type === before?.type
    return isSame && isFieldRead(rest, field, words)
  })
}

const isInside = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}.`)

/** Every field of a record is compared with the same reading. */
const originalReadings = new WeakMap<JsonObject, string>()

/** The message of a record without the record itself, to be compared; empty if it is none. */
function readingOf(record: JsonObject): string {
  const message = readRecord(record)
  return message ? JSON.stringify({...message, record: undefined}) : ''
}

/** Values that a field could have instead. `null`, `false`, 0 and an empty list are often read as if they were missing. */
function otherValues(value: JsonValue): readonly JsonValue[] {
  if (value === null) return ['other', true, 1, {}]
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return [value + 1]
  if (typeof value === 'string') return [`${value} other`]
  if (!isJsonObject(value)) return [['other']]
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'number' || typeof inner === 'boolean'
      ? otherValues(inner).map((other) => ({...value, [key]: other}))
      : [],
  )
}

const readSources = (folder: URL): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8').replace(/\/\*\*[\s\S]*?\*\//g, ''))

/** The words that the dialects compare values with: a field such as `speed` is read only if it is `fast`. */
export const comparedWords: readonly string[] = [
  ...new Set(
    readSources(new URL('../../src/dialects/', import.meta.url)).flatMap((source) =>
      [...source.matchAll(/=== '([^']+)'/g)].map(([, word = '']) => word),
    ),
  ),
].sort()

/** What recount does with a field whose value changes no message. */
export const useOfUnreadField = (dialect: DialectName, path: string): FieldUse =>
  envelopeNames.has(path) || (dialect === 'stream-json' && typedNames.has(path.split('.').at(-1) ?? ''))
    ? 'named'
    : 'kept'

/** Fields that several readers share, or that only tell one dialect from another. */
const envelopeNames: ReadonlySet<string> = new Set(Object.keys(readRecordFields({})))

/** The names of all properties in the types of the stream, whatever type they belong to. */
const typedNames: ReadonlySet<string> = new Set(
  readSources(new URL('../../src/dialects/stream-json/sdk/', import.meta.url)).flatMap((source) =>
    [...source.matchAll(/(?<![\w$])([\w$]+)\??:/g)].map(([, name = '']) => name),
  ),
)
