import {nothing, number, object, objects, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {formatNoun, note} from '../../page/index.ts'
import {describeChange} from './describe-change.ts'
import {hunkOf} from './hunk-of.ts'

/** The files a command changed, as newer clients find out (`bashEditDiff`). */
export function describeShellEdits(structured: JsonObject): readonly Node[] {
  const edits = object(structured, 'bashEditDiff') ?? nothing
  const more = number(edits, 'moreFiles') ?? 0
  return [
    ...objects(edits, 'files').flatMap((file) =>
      describeChange(
        text(file, 'filePath'),
        objects(file, 'hunks').map((hunk) =>
          hunkOf(texts(hunk, 'lines'), number(hunk, 'oldStart'), number(hunk, 'newStart')),
        ),
      ),
    ),
    ...(more > 0 ? [note('info', `${formatNoun(more, 'more file', 'more files')} changed`)] : []),
  ]
}
