import {flag, objects, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Hunk} from '../page/index.ts'
import {field, fields, formatNoun} from '../page/index.ts'
import {computeHunks} from './shared/compute-hunks.ts'
import {describeChange} from './shared/describe-change.ts'
import {formatChange} from './shared/format-change.ts'
import {hunksOf} from './shared/hunks-of.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {pathOf} from './shared/path-of.ts'
import type {Tool} from './tool.ts'

const known: KnownFields = new Map([
  ['file_path', 'string'],
  ['path', 'string'],
  ['edits', 'object'],
])

/** Several pieces of one file replaced, one after the other. */
export const multiEdit: Tool = {
  names: ['MultiEdit'],
  subject: pathOf,
  asked(input, answer) {
    const edits = objects(input, 'edits')
    const everywhere = edits.filter((edit) => flag(edit, 'replace_all')).length
    return [
      ...fields(
        field('file', 'File', pathOf(input)),
        field('number', 'Edits', edits.length),
        field(
          'setting',
          'Replace all',
          everywhere === 0 ? undefined : formatNoun(everywhere, 'edit', 'edits'),
        ),
      ),
      ...otherFields(input, known),
      ...(answer ? [] : describeChange(pathOf(input), meant(input))),
    ]
  },
  answered: ({structured}, input) =>
    describeChange(pathOf(input), hunksOf(structured) ?? meant(input), structured['userModified']),
  outcome({structured}, input) {
    const hunks = hunksOf(structured) ?? meant(input)
    return hunks.length === 0 ? undefined : formatChange(hunks)
  },
}

const meant = (input: JsonObject): readonly Hunk[] =>
  objects(input, 'edits').flatMap((edit) =>
    computeHunks(text(edit, 'old_string') ?? '', text(edit, 'new_string') ?? ''),
  )
