import type {JsonRecord} from '../lines/index.ts'
import {findBreaks, readJson} from '../lines/index.ts'
import type {JsonObject} from '../model/index.ts'
import {isJsonObject} from '../model/index.ts'

/** How many places are tried: a torn record has one, but behind it what is string and what is not is guesswork. */
const tries = 8

/**
 * Looks for whole records behind a torn one: the next writer only appends. What parses there must be a message,
 * too, because a piece of the torn record could parse by chance.
 */
export function recoverTorn(
  torn: JsonRecord,
  isMessage: (value: JsonObject) => boolean,
): readonly JsonRecord[] {
  if (torn.reason === undefined) return [torn]
  let tried = 0
  for (const at of findBreaks(torn.text)) {
    const rest = readJson(torn.text.slice(at))
    const first = rest[0]?.value
    if (isJsonObject(first) && isMessage(first)) {
      return [{text: torn.text.slice(0, at), reason: 'truncated'}, ...rest]
    }
    tried += 1
    if (tried === tries) break
  }
  return [torn]
}
