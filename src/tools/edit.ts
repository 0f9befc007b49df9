import {flag, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Hunk} from '../page/index.ts'
import {field, fields} from '../page/index.ts'
import {computeHunks} from './shared/compute-hunks.ts'
import {describeChange} from './shared/describe-change.ts'
import {formatChange} from './shared/format-change.ts'
import {hunksOf} from './shared/hunks-of.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {pathOf} from './shared/path-of.ts'
import {stripLineNumbers} from './shared/strip-line-numbers.ts'
import type {Tool} from './tool.ts'

const known: KnownFields = new Map([
  ['file_path', 'string'],
  ['path', 'string'],
  ['old_string', 'string'],
  ['new_string', 'string'],
  ['replace_all', 'boolean'],
])

/** A piece of a file replaced: the change as it was made, or as it was meant where it was not or nobody says. */
export const edit: Tool = {
  names: ['Edit'],
  subject: pathOf,
  asked: (input, answer) => [
    ...fields(
      field('file', 'File', pathOf(input)),
      field('setting', 'Replace all', flag(input, 'replace_all') ? 'yes' : undefined),
    ),
    ...otherFields(input, known),
    ...(answer ? [] : describeChange(pathOf(input), meant(input))),
  ],
  answered: ({structured, text: said}, input) =>
    describeChange(
      pathOf(input),
      hunksOf(structured) ?? meant(input, lineIn(said, input)),
      structured['userModified'],
    ),
  outcome({structured}, input) {
    const told = hunksOf(structured)
    // Only the client knows how many places were replaced.
    if (!told && flag(input, 'replace_all')) return undefined
    const hunks = told ?? meant(input)
    return hunks.length === 0 ? undefined : formatChange(hunks)
  },
}

/** The change by its two texts alone. Where it makes the file, its lines are numbered; else only where somebody says. */
function meant(input: JsonObject, firstLine?: number): readonly Hunk[] {
  const before = text(input, 'old_string') ?? ''
  return computeHunks(before, text(input, 'new_string') ?? '', before === '' ? 1 : firstLine)
}

/** The line on which the new text begins, by the numbered piece of the file that older clients gave the model. */
function lineIn(said: string, input: JsonObject): number | undefined {
  const after = text(input, 'new_string') ?? ''
  const piece = stripLineNumbers(said.slice(said.indexOf('\n') + 1))
  const at = piece && after !== '' ? piece.code.indexOf(after) : -1
  if (!piece || at < 0 || piece.code.includes(after, at + 1)) return undefined
  return piece.firstLine + piece.code.slice(0, at).split('\n').length - 1
}
