import {isJsonObject, type JsonObject, type JsonValue} from './json.ts'

/** A value as a string, or nothing. */
export const asText = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** A value as a finite number, or nothing. */
export const asNumber = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** A value as `true` or `false`, or nothing. */
export const asFlag = (value: JsonValue | undefined): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined

/** A value as an object, or nothing. */
export const asObject = (value: JsonValue | undefined): JsonObject | undefined =>
  isJsonObject(value) ? value : undefined

/** A field as a string, or nothing. */
export const text = (record: JsonObject, key: string): string | undefined => asText(record[key])

/** A field as a finite number, or nothing. */
export const number = (record: JsonObject, key: string): number | undefined => asNumber(record[key])

/** Larger numbers are not real. Up to here sums stay exact and fit into every column. */
const maxCount = 1e12
const maxDollars = 1e7

/** A value as a count, rounded to an integer; 0 if it is not a possible count. */
export const asCount = (value: JsonValue | undefined): number =>
  typeof value === 'number' && value > 0 && value <= maxCount ? Math.round(value) : 0

/** A field as a count, rounded to an integer; 0 if it is not a possible count. */
export const count = (record: JsonObject, key: string): number => asCount(record[key])

/** A value as a sum of dollars; `undefined` if it is not a possible sum. */
export function asDollars(value: JsonValue | undefined): number | undefined {
  const sum = asNumber(value)
  return sum !== undefined && sum >= 0 && sum <= maxDollars ? sum : undefined
}

/** A field as a sum of dollars; `undefined` if it is not a possible sum. */
export const dollars = (record: JsonObject, key: string): number | undefined => asDollars(record[key])

/** A field of seconds as whole milliseconds, or nothing. */
export function milliseconds(record: JsonObject, key: string): number | undefined {
  const seconds = number(record, key)
  return seconds === undefined ? undefined : Math.round(seconds * 1000)
}

/** A field as `true` or `false`, or nothing. */
export const flag = (record: JsonObject, key: string): boolean | undefined => asFlag(record[key])

/** A field as an object, or nothing. */
export const object = (record: JsonObject, key: string): JsonObject | undefined => asObject(record[key])

/** A field as a list; anything else counts as an empty one. */
export function list(record: JsonObject, key: string): readonly JsonValue[] {
  const value = record[key]
  return isList(value) ? value : []
}

/** The objects of a list field. */
export const objects = (record: JsonObject, key: string): readonly JsonObject[] =>
  list(record, key).filter(isJsonObject)

/** The strings of a list field. */
export const texts = (record: JsonObject, key: string): readonly string[] =>
  list(record, key).filter((value) => typeof value === 'string')

/** True for arrays; `Array.isArray` does not narrow readonly ones. */
export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)

/** An object without fields, to read from instead of a missing one. */
export const emptyObject: JsonObject = {}

/** The value of a JSON text; `undefined` for any other text. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The JSON object that a text is; `undefined` for any other text. */
export const parseObject = (text: string): JsonObject | undefined =>
  /^\s*\{/.test(text) ? asObject(parseJson(text)) : undefined

/** The message of an error. Some clients print the API's JSON response instead of its message. */
export function errorText(said: string): string {
  const start = said.indexOf('{')
  const end = said.lastIndexOf('}') + 1
  if (start === -1 || end <= start) return said
  const answer = parseObject(said.slice(start, end)) ?? emptyObject
  const message = text(object(answer, 'error') ?? answer, 'message')
  return message === undefined ? said : said.slice(0, start) + message + said.slice(end)
}
