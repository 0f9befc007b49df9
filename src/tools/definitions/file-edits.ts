import {flag, isList, number, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import {ansi, code, formatNoun, type Hunk, type Node} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {stripLineNumbers} from '../shared/client-text.ts'
import {fileField, filePathOf, languageOf} from '../shared/files.ts'
import {computeHunks, describeChange, formatChange, readPatch} from '../shared/hunks.ts'
import {formatSet, knownFields, textsElsewhere} from '../shared/known-fields.ts'
import {cellSource, describeCell, findCell, formatCells, readCells} from '../shared/notebook-cells.ts'
import {optional} from '../shared/output-nodes.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** Writes a file: its text, or what changed if it replaced another. */
const write: Tool = {
  names: ['Write', 'Replace'],
  subject: filePathOf,
  asked: (input, output) => [
    ...describeWriteInput(input),
    ...(output ? [] : describeContent(text(input, 'content'), filePathOf(input))),
  ],
  answered(output, input) {
    const path = filePathOf(input)
    const hunks = readOverwritten(output.structured)
    const shown = hunks.length > 0 ? [] : describeContent(contentOf(output, input), path)
    return [...shown, ...describeChange(path, hunks, output.structured['userModified'])]
  },
  outcome(output, input) {
    const hunks = readOverwritten(output.structured)
    if (hunks.length > 0) return formatChange(hunks)
    const content = contentOf(output, input)
    if (content === undefined) return undefined
    const lines = formatNoun(content.replace(/\n$/, '').split('\n').length, 'line')
    if (isCreated(output)) return `new, ${lines}`
    return text(output.structured, 'originalFile') === content ? 'unchanged' : lines
  },
}

const describeWriteInput = knownFields(fileField, ...textsElsewhere('content'))

const isCreated = ({text: said, structured}: ToolOutput): boolean =>
  text(structured, 'type') === 'create' ||
  (structured['type'] === undefined && said.startsWith('File created'))

const contentOf = ({structured}: ToolOutput, input: JsonObject): string | undefined =>
  text(structured, 'content') ?? text(input, 'content')

const describeContent = (content: string | undefined, path: string | undefined): readonly Node[] =>
  optional(content, (source) => code(source, languageOf(path), 1))

/** What changed in an existing file. Clients omit a large patch. */
function readOverwritten(structured: JsonObject): readonly Hunk[] {
  const before = text(structured, 'originalFile')
  const after = text(structured, 'content')
  return (
    readPatch(structured) ??
    (before === undefined || after === undefined ? [] : computeHunks(before, after, 1))
  )
}

/** Replaces a part of a file: the change as it was made, or as it was requested. */
const edit: Tool = {
  names: ['Edit'],
  subject: filePathOf,
  asked: (input, output) => [
    ...describeEditInput(input),
    ...(output ? [] : describeChange(filePathOf(input), readEdit(input))),
  ],
  answered: ({structured, text: said}, input) =>
    describeChange(
      filePathOf(input),
      readPatch(structured) ?? readEdit(input, findLine(said, input)),
      structured['userModified'],
    ),
  outcome({structured}, input) {
    const reported = readPatch(structured)
    // Only the client knows how many places were replaced.
    if (!reported && flag(input, 'replace_all')) return undefined
    const hunks = reported ?? readEdit(input)
    return hunks.length === 0 ? undefined : formatChange(hunks)
  },
}

const describeEditInput = knownFields(
  fileField,
  ['replace_all', 'setting', 'Replace all', formatSet('yes')],
  ...textsElsewhere('old_string', 'new_string'),
)

/** The change by its two texts alone. Its lines are numbered if it creates the file, or if the first line is known. */
function readEdit(input: JsonObject, firstLine?: number): readonly Hunk[] {
  const before = text(input, 'old_string') ?? ''
  return computeHunks(before, text(input, 'new_string') ?? '', before === '' ? 1 : firstLine)
}

/** The line on which the new text begins, by the numbered part of the file that older clients gave the model. */
function findLine(said: string, input: JsonObject): number | undefined {
  const after = text(input, 'new_string') ?? ''
  const part = stripLineNumbers(said.slice(said.indexOf('\n') + 1))
  const at = part && after !== '' ? part.code.indexOf(after) : -1
  if (!part || at < 0 || part.code.includes(after, at + 1)) return undefined
  return part.firstLine + part.code.slice(0, at).split('\n').length - 1
}

/** Replaces several parts of one file, one after the other. */
const multiEdit: Tool = {
  names: ['MultiEdit'],
  subject: filePathOf,
  asked: (input, output) => [
    ...describeMultiEditInput(input),
    ...(output ? [] : describeChange(filePathOf(input), readEdits(input))),
  ],
  answered: ({structured}, input) =>
    describeChange(filePathOf(input), readPatch(structured) ?? readEdits(input), structured['userModified']),
  outcome({structured}, input) {
    const hunks = readPatch(structured) ?? readEdits(input)
    return hunks.length === 0 ? undefined : formatChange(hunks)
  },
}

const describeMultiEditInput = knownFields(
  fileField,
  [
    'edits',
    'number',
    'Edits',
    (edits, input) => (isList(edits) ? `${objects(input, 'edits').length}` : undefined),
  ],
  ['edits', 'setting', 'Replace all', (_, input) => formatReplaceAll(objects(input, 'edits'))],
)

function formatReplaceAll(edits: readonly JsonObject[]): string | undefined {
  const count = edits.filter((edit) => flag(edit, 'replace_all')).length
  return count === 0 ? undefined : formatNoun(count, 'edit')
}

const readEdits = (input: JsonObject): readonly Hunk[] =>
  objects(input, 'edits').flatMap((edit) =>
    computeHunks(text(edit, 'old_string') ?? '', text(edit, 'new_string') ?? ''),
  )

/** Replaces, inserts or deletes a cell of a notebook. */
const notebookEdit: Tool = {
  names: ['NotebookEdit', 'NotebookEditCell'],
  subject(input) {
    const cell = text(input, 'cell_id') ?? number(input, 'cell_number')
    return filePathOf(input) && `${filePathOf(input)}${cell === undefined ? '' : `, cell ${cell}`}`
  },
  asked: (input, output) => [
    ...describeCellInput(input),
    ...(output ? [] : describeSource(text(input, 'new_source'), text(input, 'cell_type'))),
  ],
  answered({structured}, input) {
    const error = text(structured, 'error') ?? ''
    if (error !== '') return [ansi(error, 'error')]
    const hunks = readCellChange(structured)
    if (hunks) return describeChange(filePathOf(input), hunks)
    const type = text(structured, 'cell_type') ?? text(input, 'cell_type')
    return describeSource(
      text(structured, 'new_source') ?? text(input, 'new_source'),
      type === 'markdown' ? type : text(structured, 'language'),
    )
  },
  outcome({structured}, input) {
    if ((text(structured, 'error') ?? '') !== '') return 'failed'
    const mode = text(structured, 'edit_mode') ?? text(input, 'edit_mode')
    if (mode === 'insert') return 'inserted'
    if (mode === 'delete') return 'deleted'
    const hunks = readCellChange(structured)
    return hunks && formatChange(hunks)
  },
}

const describeCellInput = knownFields(
  fileField,
  [['cell_id', 'cell_number'], 'setting', 'Cell'],
  ['cell_type', 'setting', 'Cell type'],
  ['edit_mode', 'setting', 'Mode'],
  ...textsElsewhere('new_source'),
)

const describeSource = (source: string | undefined, language: string | undefined): readonly Node[] =>
  optional(source, (words) => code(words, language === 'code' ? undefined : language))

/** What changed in the cell; nothing if it is not known what was there, or if the cell is new. */
function readCellChange(structured: JsonObject): readonly Hunk[] | undefined {
  const mode = text(structured, 'edit_mode')
  if (mode === 'insert') return undefined
  const cell = findCell(text(structured, 'original_file') ?? '', text(structured, 'cell_id'))
  const before = text(structured, 'old_source') ?? (cell && cellSource(cell))
  if (before === undefined) return undefined
  return computeHunks(before, mode === 'delete' ? '' : (text(structured, 'new_source') ?? ''), 1)
}

/** The cells of a notebook; later clients use Read. */
const notebookRead: Tool = {
  names: ['NotebookRead', 'ReadNotebook'],
  subject: filePathOf,
  asked: knownFields(fileField, ['cell_id', 'setting', 'Cell']),
  answered({text: said, content}) {
    const cells = readCells(said)
    return cells.length > 0 ? cells.map(describeCell) : describeBlocks(content)
  },
  outcome: ({text: said}) => formatCells(readCells(said)),
}

/** Tools that write and change files, and read and change notebooks. */
export const editTools: readonly Tool[] = [write, edit, multiEdit, notebookEdit, notebookRead]
