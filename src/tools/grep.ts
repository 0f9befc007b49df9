import {flag, number, text, texts} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import {field, fields, formatNoun, note} from '../page/index.ts'
import {describeFound} from './shared/describe-found.ts'
import {formatFound} from './shared/format-found.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import type {Tool, ToolAnswer} from './tool.ts'

const known: KnownFields = new Map([
  ['pattern', 'string'],
  ['path', 'string'],
  ['glob', 'string'],
  ['include', 'string'],
  ['type', 'string'],
  ['output_mode', 'string'],
  ['-A', 'number'],
  ['-B', 'number'],
  ['-C', 'number'],
  ['context', 'number'],
  ['-n', 'boolean'],
  ['-i', 'boolean'],
  ['-o', 'boolean'],
  ['multiline', 'boolean'],
  ['head_limit', 'number'],
  ['offset', 'number'],
])

/** Files by what stands in them: the files, the lines, or how often. */
export const grep: Tool = {
  names: ['Grep', 'GrepTool'],
  subject: (input) => text(input, 'pattern'),
  asked: (input) => [
    ...fields(
      field('pattern', 'Pattern', text(input, 'pattern')),
      field('folder', 'In', text(input, 'path')),
      field('pattern', 'Files', text(input, 'glob') ?? text(input, 'include')),
      field('setting', 'Type', text(input, 'type')),
      field('setting', 'Mode', text(input, 'output_mode')),
      field('number', 'Lines before', number(input, '-B')),
      field('number', 'Lines after', number(input, '-A')),
      field('number', 'Lines around', number(input, '-C') ?? number(input, 'context')),
      field('setting', 'Ignore case', yes(input, '-i')),
      field('setting', 'Only matches', yes(input, '-o')),
      field('setting', 'Across lines', yes(input, 'multiline')),
      field('number', 'Limit', number(input, 'head_limit')),
      field('number', 'Skip', number(input, 'offset')),
    ),
    ...otherFields(input, known),
  ],
  answered(answer, input) {
    const found = foundOf(answer, input)
    const late = flag(answer.structured, 'timedOut')
    return [
      ...describeFound(found.lines, answer.text),
      ...(late ? [note('warning', 'Ran out of time before all was searched')] : []),
    ]
  },
  outcome(answer, input) {
    const {structured} = answer
    const {mode, lines} = foundOf(answer, input)
    const limit = number(structured, 'appliedLimit') ?? number(input, 'head_limit') ?? 0
    const more = limit > 0 && lines.length >= limit
    if (mode === 'count') return formatCounts(lines)
    if (mode === 'files_with_matches') {
      return formatFound(lines.length, 'file', 'files', number(structured, 'totalFiles'), more)
    }
    const total = number(structured, 'totalLines')
    return lines.length > 0 && hasContext(input)
      ? formatFound(lines.length, 'line', 'lines', total, more)
      : formatFound(lines.length, 'match', 'matches', total, more)
  },
}

const yes = (input: JsonObject, name: string): string | undefined => (flag(input, name) ? 'yes' : undefined)

/** With lines around them, matches cannot be told from their surroundings for sure. */
const hasContext = (input: JsonObject): boolean =>
  ['-A', '-B', '-C', 'context'].some((name) => (number(input, name) ?? 0) > 0)

interface Found {
  readonly mode: string
  readonly lines: readonly string[]
}

/** What was found, and as what. Old clients give no mode, old streams only the text with remarks around it. */
function foundOf({text: said, structured}: ToolAnswer, input: JsonObject): Found {
  const mode = text(structured, 'mode') ?? text(input, 'output_mode') ?? 'files_with_matches'
  const content = text(structured, 'content')
  if (content !== undefined) return {mode, lines: content === '' ? [] : content.split('\n')}
  if (Array.isArray(structured['filenames'])) return {mode, lines: texts(structured, 'filenames')}
  const lines = said.split('\n').filter((line) => line !== '' && !remarks.test(line))
  return {mode, lines}
}

const remarks =
  /^(?:Found \d+ (?:files?|total occurrences?)\b.*|No (?:files|matches) found|\[Showing results with .*\])$/

/** Counts stand behind the name of each file, or alone where one file was searched. */
function formatCounts(lines: readonly string[]): string {
  const counts = lines.map((line) => Number(/(?:^|:)(\d{1,9})$/.exec(line)?.[1] ?? 0))
  const matches = formatFound(
    counts.reduce((sum, count) => sum + count, 0),
    'match',
    'matches',
  )
  return lines.length > 1 ? `${matches} in ${formatNoun(lines.length, 'file', 'files')}` : matches
}
