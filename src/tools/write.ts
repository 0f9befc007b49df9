import {text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Hunk, Node} from '../page/index.ts'
import {code, field, fields, formatNoun} from '../page/index.ts'
import {computeHunks} from './shared/compute-hunks.ts'
import {describeChange} from './shared/describe-change.ts'
import {formatChange} from './shared/format-change.ts'
import {hunksOf} from './shared/hunks-of.ts'
import {languageOf} from './shared/language-of.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {pathOf} from './shared/path-of.ts'
import type {Tool, ToolAnswer} from './tool.ts'

const known: KnownFields = new Map([
  ['file_path', 'string'],
  ['path', 'string'],
  ['content', 'string'],
])

/** A whole file written: its text, or what changed where it took the place of another. */
export const write: Tool = {
  names: ['Write', 'Replace'],
  subject: pathOf,
  asked: (input, answer) => [
    ...fields(field('file', 'File', pathOf(input))),
    ...otherFields(input, known),
    ...(answer ? [] : describeContent(text(input, 'content'), pathOf(input))),
  ],
  answered(answer, input) {
    const path = pathOf(input)
    const hunks = overwritten(answer.structured)
    const shown = hunks.length > 0 ? [] : describeContent(contentOf(answer, input), path)
    return [...shown, ...describeChange(path, hunks, answer.structured['userModified'])]
  },
  outcome(answer, input) {
    const hunks = overwritten(answer.structured)
    if (hunks.length > 0) return formatChange(hunks)
    const content = contentOf(answer, input)
    if (content === undefined) return undefined
    const lines = formatNoun(content.replace(/\n$/, '').split('\n').length, 'line', 'lines')
    return isCreated(answer)
      ? `new, ${lines}`
      : text(answer.structured, 'originalFile') === content
        ? 'unchanged'
        : lines
  },
}

const isCreated = ({text: said, structured}: ToolAnswer): boolean =>
  text(structured, 'type') === 'create' ||
  (structured['type'] === undefined && said.startsWith('File created'))

const contentOf = ({structured}: ToolAnswer, input: JsonObject): string | undefined =>
  text(structured, 'content') ?? text(input, 'content')

const describeContent = (content: string | undefined, path: string | undefined): readonly Node[] =>
  content === undefined || content === '' ? [] : [code(content, languageOf(path), 1)]

/** What changed in a file that was there before. Clients leave the patch out where it would be large. */
function overwritten(structured: JsonObject): readonly Hunk[] {
  const before = text(structured, 'originalFile')
  const after = text(structured, 'content')
  return (
    hunksOf(structured) ?? (before === undefined || after === undefined ? [] : computeHunks(before, after, 1))
  )
}
