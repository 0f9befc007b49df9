import {number, objects, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Hunk} from '../../page/index.ts'
import {hunkOf} from './hunk-of.ts'

/** The change a client says it made (`structuredPatch`), or nothing where it does not say. */
export function hunksOf(structured: JsonObject): readonly Hunk[] | undefined {
  const hunks = objects(structured, 'structuredPatch')
    .map((hunk) => hunkOf(texts(hunk, 'lines'), number(hunk, 'oldStart'), number(hunk, 'newStart')))
    .filter((hunk) => hunk.lines.length > 0)
  return hunks.length === 0 ? undefined : hunks
}
