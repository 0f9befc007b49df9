import type {StdoutMessage} from './sdk-message.ts'
import {wireKeyOf} from './wire-keys.ts'

/**
 * A line that this version does not know, kept whole. `JSON.stringify` gives back what came in, and
 * since its own `type` is `'unknown'`, it lands in no branch written for another message.
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

/** What a line of stdout turns out to be. */
export type ParsedSDKMessage = StdoutMessage | SDKUnknownMessage

/**
 * Reads one line of stream-json, or an object already parsed. Never throws: what has no known type,
 * be it a message released tomorrow, an array or text that is not JSON, is an `SDKUnknownMessage`.
 * A known message is the very object that came in, with the fields nobody declared; only its type is
 * looked at, so a mandatory field may still be missing.
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
