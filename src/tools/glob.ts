import {flag, number, text, texts} from '../model/fields.ts'
import {field, fields, note} from '../page/index.ts'
import {describeFound} from './shared/describe-found.ts'
import {formatFound} from './shared/format-found.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

const known: KnownFields = new Map([
  ['pattern', 'string'],
  ['path', 'string'],
])

/** Files by the pattern of their names. */
export const glob: Tool = {
  names: ['Glob', 'GlobTool'],
  subject: (input) => text(input, 'pattern'),
  asked: (input) => [
    ...fields(
      field('pattern', 'Pattern', text(input, 'pattern')),
      field('folder', 'Folder', text(input, 'path')),
    ),
    ...otherFields(input, known),
  ],
  answered: (answer) => [
    ...describeFound(filesOf(answer), answer.text),
    ...(flag(answer.structured, 'timedOut')
      ? [note('warning', 'Ran out of time before all was searched')]
      : []),
  ],
  outcome(answer) {
    const {structured} = answer
    const more = flag(structured, 'truncated') ?? truncated.test(answer.text)
    return formatFound(filesOf(answer).length, 'file', 'files', number(structured, 'totalMatches'), more)
  },
}

const truncated = /^\(Results are truncated/m

/** The names that were found; old streams give only the text with a remark below them. */
function filesOf({text: said, structured}: ToolAnswer): readonly string[] {
  if (Array.isArray(structured['filenames'])) return texts(structured, 'filenames')
  const isName = (line: string): boolean => line !== '' && line !== 'No files found' && !truncated.test(line)
  return said.split('\n').filter(isName)
}
