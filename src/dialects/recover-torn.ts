import type {JsonRecord} from '../lines/index.ts'
import {isJsonObject, readJson} from '../lines/index.ts'
import type {JsonObject} from '../model/index.ts'

/** How many places are tried; a torn write has its successor close behind, and each try costs a parse. */
const tries = 32

/**
 * Looks for a whole record behind a torn one. An inner object of the torn record would parse as well, so only
 * what `isMessage` accepts is believed.
 */
export function recoverTorn(
  torn: JsonRecord,
  isMessage: (value: JsonObject) => boolean,
): readonly JsonRecord[] {
  if (torn.reason === undefined || !torn.text.endsWith('}')) return [torn]
  let at = torn.text.indexOf('{"', 1)
  for (let tried = 0; at !== -1 && tried < tries; tried++) {
    const rest = readJson(torn.text.slice(at))
    if (rest.every((record) => isJsonObject(record.value) && isMessage(record.value))) {
      return [{text: torn.text.slice(0, at), reason: 'truncated'}, ...rest]
    }
    at = torn.text.indexOf('{"', at + 1)
  }
  return [torn]
}
