/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object as it was parsed: every field, in the order of the text. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

/** True for an object, not for an array and not for `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
