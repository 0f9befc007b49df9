import type {StdoutMessage} from './sdk-message.ts'
import {wireKeyOf} from './wire-keys.ts'

/**
 * A line of an unknown type, unchanged. `JSON.stringify` returns the original, and its own `type` is `'unknown'`, so no
 * branch for another message matches it.
 */
export class SDKUnknownMessage {
  readonly type = 'unknown'
  /** `foo` or `system/foo`; null when nothing names a type: an array, a number, text that is not JSON. */
  readonly wireType: string | null
  readonly raw: unknown

  constructor(raw: unknown) {
    this.wireType = wireTypeOf(raw)
    this.raw = raw
  }

  toJSON(): unknown {
    return this.raw
  }
}

function wireTypeOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null) return null
  const {type, subtype} = raw as {type?: unknown; subtype?: unknown}
  if (typeof type !== 'string') return null
  return typeof subtype === 'string' ? `${type}/${subtype}` : type
}

/** A line of stdout. */
export type ParsedSDKMessage = StdoutMessage | SDKUnknownMessage

/**
 * Reads one line of stream-json, or an object already parsed. Never throws: a future message, an array or a text that
 * is not JSON is an `SDKUnknownMessage`. A known message is the given object, with its undeclared fields; only its type
 * is checked, so a mandatory field may be missing.
 */
export function parseSdkMessage(json: string | object): ParsedSDKMessage {
  if (json instanceof SDKUnknownMessage) return json
  const value = typeof json === 'string' ? jsonOrText(json) : json
  return wireKeyOf(value) === null ? new SDKUnknownMessage(value) : (value as StdoutMessage)
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
