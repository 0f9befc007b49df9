import type {JsonObject} from './json.ts'
import {isJsonObject} from './json.ts'

/** The JSON object that a text is; nothing for any other text. */
export function parseObject(text: string): JsonObject | undefined {
  if (!/^\s*\{/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
