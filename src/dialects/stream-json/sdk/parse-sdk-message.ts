import type {StdoutMessage} from './sdk-message.ts'
import {SDKUnknownMessage} from './unknown-message.ts'
import {wireKeyOf} from './wire-keys.ts'

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
