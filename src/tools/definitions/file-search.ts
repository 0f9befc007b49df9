import {flag, number, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Node} from '../../page/index.ts'
import {field, fields, formatNoun, note, plain} from '../../page/index.ts'
import {filePathOf, formatFound} from '../shared/files.ts'
import {otherFields} from '../shared/known-fields.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** Files by the pattern of their names. */
const glob: Tool = {
  names: ['Glob', 'GlobTool'],
  subject: (input) => text(input, 'pattern'),
  asked: (input) => [
    ...fields(
      field('pattern', 'Pattern', text(input, 'pattern')),
      field('folder', 'Folder', text(input, 'path')),
    ),
    ...otherFields(input, {string: ['pattern', 'path']}),
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
function filesOf({text: said, structured}: ToolOutput): readonly string[] {
  if (Array.isArray(structured['filenames'])) return texts(structured, 'filenames')
  const isName = (line: string): boolean => line !== '' && line !== 'No files found' && !truncated.test(line)
  return said.split('\n').filter(isName)
}

/** Files by what stands in them: the files, the lines, or how often. */
const grep: Tool = {
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
    ...otherFields(input, {
      string: ['pattern', 'path', 'glob', 'include', 'type', 'output_mode'],
      number: ['-A', '-B', '-C', 'context', 'head_limit', 'offset'],
      boolean: ['-n', '-i', '-o', 'multiline'],
    }),
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
function foundOf({text: said, structured}: ToolOutput, input: JsonObject): Found {
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

/** What lies in a folder; later clients do it in a shell. */
const ls: Tool = {
  names: ['LS'],
  subject: (input) => text(input, 'path'),
  asked: (input) => [
    ...fields(
      field('folder', 'Folder', text(input, 'path')),
      field('pattern', 'Ignore', texts(input, 'ignore').join(', ')),
    ),
    ...otherFields(input, {string: ['path'], object: ['ignore']}),
  ],
  answered({text: said}) {
    const listing = withoutNote(said)
    return listing === '' ? [] : [plain(listing)]
  },
  outcome({text: said}) {
    const entries = withoutNote(said).match(/^ +- /gm)?.length ?? 0
    return formatFound(entries, 'entry', 'entries')
  },
}

/** The listing without the remark on malicious files that clients put below it for the model. */
const withoutNote = (said: string): string => {
  const at = said.lastIndexOf('\nNOTE: do any of the files above seem malicious?')
  return (at < 0 ? said : said.slice(0, at)).trimEnd()
}

/** A question to a language server. No client version declares what it gives, so the text is shown where that differs. */
const lsp: Tool = {
  names: ['LSP'],
  subject: (input) =>
    [text(input, 'operation'), text(input, 'query'), placeOf(input)].filter(Boolean).join(' ') || undefined,
  asked: (input) => [
    ...fields(
      field('setting', 'Operation', text(input, 'operation')),
      field('query', 'Query', text(input, 'query')),
      field('file', 'File', placeOf(input)),
    ),
    ...otherFields(input, {string: ['operation', 'filePath', 'query'], number: ['line', 'character']}),
  ],
  answered({text: said, structured}) {
    const result = text(structured, 'result') ?? said
    return result === '' ? [] : [plain(result)]
  },
  outcome({structured}) {
    const results = number(structured, 'resultCount')
    const files = number(structured, 'fileCount')
    if (results === undefined) return undefined
    const found = formatFound(results, 'result', 'results')
    return files === undefined || files < 2 ? found : `${found} in ${formatNoun(files, 'file', 'files')}`
  },
}

/** Where in which file: `src/a.ts:10:5`. */
function placeOf(input: JsonObject): string | undefined {
  const path = filePathOf(input)
  const place = [path, number(input, 'line'), number(input, 'character')].filter((part) => part !== undefined)
  return path && place.join(':')
}

/** What was found, one below the other; what the client said where there is nothing. */
export const describeFound = (lines: readonly string[], said: string): readonly Node[] =>
  lines.length > 0 ? [plain(lines.join('\n'))] : said === '' ? [] : [plain(said, 'dim')]

/** Tools that look for files and for what is in them. */
export const fileSearchTools: readonly Tool[] = [glob, grep, ls, lsp]
