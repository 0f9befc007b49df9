import {flag, number, text, texts} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {formatNoun, type Node, note, plain} from '../../page/index.ts'
import {filePathOf, formatFound} from '../shared/files.ts'
import {formatList, formatSet, knownFields, notShown} from '../shared/known-fields.ts'
import {joinParts, optional} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** Files by the pattern of their names. */
const glob: Tool = {
  names: ['Glob', 'GlobTool'],
  subject: (input) => text(input, 'pattern'),
  asked: knownFields(['pattern', 'pattern', 'Pattern'], ['path', 'folder', 'Folder']),
  answered: (output) => describeFound(readFiles(output), output),
  outcome(output) {
    const {structured} = output
    const more = flag(structured, 'truncated') ?? truncated.test(output.text)
    return formatFound(readFiles(output).length, 'file', number(structured, 'totalMatches'), more)
  },
}

const truncated = /^\(Results are truncated/m

/** The names that were found; old streams give only the text with a remark below them. */
function readFiles({text: said, structured}: ToolOutput): readonly string[] {
  if (Array.isArray(structured['filenames'])) return texts(structured, 'filenames')
  const isName = (line: string): boolean => line !== '' && line !== 'No files found' && !truncated.test(line)
  return said.split('\n').filter(isName)
}

/** Files by their content: the files, the lines, or how often. */
const grep: Tool = {
  names: ['Grep', 'GrepTool'],
  subject: (input) => text(input, 'pattern'),
  asked: knownFields(
    ['pattern', 'pattern', 'Pattern'],
    ['path', 'folder', 'In'],
    [['glob', 'include'], 'pattern', 'Files'],
    ['type', 'setting', 'Type'],
    ['output_mode', 'setting', 'Mode'],
    ['-B', 'number', 'Lines before'],
    ['-A', 'number', 'Lines after'],
    [['-C', 'context'], 'number', 'Lines around'],
    ['-i', 'setting', 'Ignore case', formatSet('yes')],
    ['-o', 'setting', 'Only matches', formatSet('yes')],
    ['multiline', 'setting', 'Across lines', formatSet('yes')],
    ['head_limit', 'number', 'Limit'],
    ['offset', 'number', 'Skip'],
    ...notShown('-n'),
  ),
  answered: (output, input) => describeFound(readFound(output, input).lines, output),
  outcome(output, input) {
    const {structured} = output
    const {mode, lines} = readFound(output, input)
    const limit = number(structured, 'appliedLimit') ?? number(input, 'head_limit') ?? 0
    const more = limit > 0 && lines.length >= limit
    if (mode === 'count') return formatCounts(lines)
    if (mode === 'files_with_matches')
      return formatFound(lines.length, 'file', number(structured, 'totalFiles'), more)
    const noun = lines.length > 0 && hasContext(input) ? 'line' : 'match'
    return formatFound(lines.length, noun, number(structured, 'totalLines'), more)
  },
}

/** With lines around them, matches cannot be counted reliably. */
const hasContext = (input: JsonObject): boolean =>
  ['-A', '-B', '-C', 'context'].some((name) => (number(input, name) ?? 0) > 0)

interface Found {
  readonly mode: string
  readonly lines: readonly string[]
}

/** What was found, and as what. Old clients give no mode, old streams only the text with remarks around it. */
function readFound({text: said, structured}: ToolOutput, input: JsonObject): Found {
  const mode = text(structured, 'mode') ?? text(input, 'output_mode') ?? 'files_with_matches'
  const content = text(structured, 'content')
  if (content !== undefined) return {mode, lines: content === '' ? [] : content.split('\n')}
  if (Array.isArray(structured['filenames'])) return {mode, lines: texts(structured, 'filenames')}
  const lines = said.split('\n').filter((line) => line !== '' && !remarks.test(line))
  return {mode, lines}
}

const remarks =
  /^(?:Found \d+ (?:files?|total occurrences?)\b.*|No (?:files|matches) found|\[Showing results with .*\])$/

/** A count follows the name of its file, or is alone if one file was searched. */
function formatCounts(lines: readonly string[]): string {
  const counts = lines.map((line) => Number(/(?:^|:)(\d{1,9})$/.exec(line)?.[1] ?? 0))
  const sum = counts.reduce((all, count) => all + count, 0)
  const matches = formatFound(sum, 'match')
  return lines.length > 1 ? `${matches} in ${formatNoun(lines.length, 'file')}` : matches
}

/** The content of a folder; later clients use a shell. */
const ls: Tool = {
  names: ['LS'],
  subject: (input) => text(input, 'path'),
  asked: knownFields(['path', 'folder', 'Folder'], ['ignore', 'pattern', 'Ignore', formatList]),
  answered: ({text: said}) => optional(withoutNote(said), plain),
  outcome: ({text: said}) => formatFound(withoutNote(said).match(/^ +- /gm)?.length ?? 0, 'entry'),
}

/** The listing without the remark on malicious files that clients add for the model. */
function withoutNote(said: string): string {
  const at = said.lastIndexOf('\nNOTE: do any of the files above seem malicious?')
  return (at < 0 ? said : said.slice(0, at)).trimEnd()
}

/** A query to a language server. No client version declares its output, so the text is shown if that differs. */
const lsp: Tool = {
  names: ['LSP'],
  subject: (input) => joinParts([text(input, 'operation'), text(input, 'query'), formatPlace(input)], ' '),
  asked: knownFields(
    ['operation', 'setting', 'Operation'],
    ['query', 'query', 'Query'],
    ['filePath', 'file', 'File', (_, input) => formatPlace(input)],
    ...notShown('line', 'character'),
  ),
  answered: ({text: said, structured}) => optional(text(structured, 'result') ?? said, plain),
  outcome({structured}) {
    const results = number(structured, 'resultCount')
    const files = number(structured, 'fileCount')
    if (results === undefined) return undefined
    const found = formatFound(results, 'result')
    return files === undefined || files < 2 ? found : `${found} in ${formatNoun(files, 'file')}`
  },
}

/** A place in a file: `src/a.ts:10:5`. */
function formatPlace(input: JsonObject): string | undefined {
  const path = filePathOf(input)
  const place = [path, number(input, 'line'), number(input, 'character')].filter((part) => part !== undefined)
  return path && place.join(':')
}

/** What was found, one per line, or the client's text if nothing was found. */
const describeFound = (lines: readonly string[], {text: said, structured}: ToolOutput): readonly Node[] => [
  ...(lines.length > 0 ? [plain(lines.join('\n'))] : optional(said, (words) => plain(words, 'dim'))),
  ...(flag(structured, 'timedOut') ? [note('warning', 'Timed out before everything was searched')] : []),
]

/** Tools that look for files and for their content. */
export const fileSearchTools: readonly Tool[] = [glob, grep, ls, lsp]
