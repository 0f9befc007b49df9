import type {JsonObject, JsonValue} from '../../src/model/index.ts'
import {isJsonObject} from '../../src/model/index.ts'

/** Objects whose own fields are listed as well; what is in the others is listed elsewhere, or is data. */
const opened: ReadonlySet<string> = new Set([
  'message',
  'message.usage',
  'usage',
  'event',
  'request',
  'response',
  'patch',
  'origin',
  'compact_metadata',
  'compactMetadata',
  'permissionDecision',
  'rate_limit_info',
])

/** Objects whose keys are names of models; the fields of their values are listed. */
const maps: ReadonlySet<string> = new Set(['modelUsage', 'model_usage_since_last_result'])

/** A field of a record by its keys; `*` is any key. */
export interface FieldValue {
  /** `message.usage.input_tokens`, `modelUsage.*.costUSD`. */
  readonly path: string
  readonly keys: readonly string[]
  readonly value: JsonValue
}

/** The fields of a record, with those of the objects that are opened. */
export function listFields(record: JsonObject): readonly FieldValue[] {
  return fieldsOf(record, [], '')
}

function fieldsOf(object: JsonObject, above: readonly string[], prefix: string): readonly FieldValue[] {
  return Object.entries(object).flatMap(([key, value]) => {
    if (value === undefined) return []
    const path = `${prefix}${key}`
    const keys = [...above, key]
    return [{path, keys, value}, ...fieldsInside(value, keys, path)]
  })
}

function fieldsInside(value: JsonValue, keys: readonly string[], path: string): readonly FieldValue[] {
  if (!isJsonObject(value)) return []
  if (opened.has(path)) return fieldsOf(value, keys, `${path}.`)
  if (!maps.has(path)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    isJsonObject(inner) ? fieldsOf(inner, [...keys, key], `${path}.*.`) : [],
  )
}

/** What JSON calls the type of a value. */
export function jsonType(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A copy of a record in which one field has another value, or is missing. */
export function withField(
  record: JsonObject,
  [key = '', ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const {[key]: old, ...others} = record
  if (rest.length > 0) return isJsonObject(old) ? {...record, [key]: withField(old, rest, value)} : record
  return value === undefined ? others : {...record, [key]: value}
}
