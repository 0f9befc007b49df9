import {flag, number, objects, text} from '../../model/fields.ts'
import type {JsonObject} from '../../model/index.ts'
import type {Hunk, Node} from '../../page/index.ts'
import {ansi, code, field, fields, formatNoun} from '../../page/index.ts'
import {describeBlocks} from '../describe-blocks.ts'
import {stripLineNumbers} from '../shared/client-text.ts'
import {filePathOf, languageOf} from '../shared/files.ts'
import {computeHunks, describeChange, formatChange, hunksOf} from '../shared/hunks.ts'
import {otherFields} from '../shared/known-fields.ts'
import {cellSource, describeCell, findCell, readCells} from '../shared/notebook-cells.ts'
import type {Tool, ToolOutput} from '../tool.ts'

/** A whole file written: its text, or what changed where it took the place of another. */
const write: Tool = {
  names: ['Write', 'Replace'],
  subject: filePathOf,
  asked: (input, answer) => [
    ...fields(field('file', 'File', filePathOf(input))),
    ...otherFields(input, {string: ['file_path', 'path', 'content']}),
    ...(answer ? [] : describeContent(text(input, 'content'), filePathOf(input))),
  ],
  answered(answer, input) {
    const path = filePathOf(input)
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

const isCreated = ({text: said, structured}: ToolOutput): boolean =>
  text(structured, 'type') === 'create' ||
  (structured['type'] === undefined && said.startsWith('File created'))

const contentOf = ({structured}: ToolOutput, input: JsonObject): string | undefined =>
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

/** A piece of a file replaced: the change as it was made, or as it was meant where it was not or nobody says. */
const edit: Tool = {
  names: ['Edit'],
  subject: filePathOf,
  asked: (input, answer) => [
    ...fields(
      field('file', 'File', filePathOf(input)),
      field('setting', 'Replace all', flag(input, 'replace_all') ? 'yes' : undefined),
    ),
    ...otherFields(input, {
      string: ['file_path', 'path', 'old_string', 'new_string'],
      boolean: ['replace_all'],
    }),
    ...(answer ? [] : describeChange(filePathOf(input), meant(input))),
  ],
  answered: ({structured, text: said}, input) =>
    describeChange(
      filePathOf(input),
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

/** Several pieces of one file replaced, one after the other. */
const multiEdit: Tool = {
  names: ['MultiEdit'],
  subject: filePathOf,
  asked(input, answer) {
    const edits = objects(input, 'edits')
    const everywhere = edits.filter((edit) => flag(edit, 'replace_all')).length
    return [
      ...fields(
        field('file', 'File', filePathOf(input)),
        field('number', 'Edits', edits.length),
        field(
          'setting',
          'Replace all',
          everywhere === 0 ? undefined : formatNoun(everywhere, 'edit', 'edits'),
        ),
      ),
      ...otherFields(input, {string: ['file_path', 'path'], object: ['edits']}),
      ...(answer ? [] : describeChange(filePathOf(input), meantByAll(input))),
    ]
  },
  answered: ({structured}, input) =>
    describeChange(filePathOf(input), hunksOf(structured) ?? meantByAll(input), structured['userModified']),
  outcome({structured}, input) {
    const hunks = hunksOf(structured) ?? meantByAll(input)
    return hunks.length === 0 ? undefined : formatChange(hunks)
  },
}

const meantByAll = (input: JsonObject): readonly Hunk[] =>
  objects(input, 'edits').flatMap((edit) =>
    computeHunks(text(edit, 'old_string') ?? '', text(edit, 'new_string') ?? ''),
  )

/** A cell of a notebook replaced, inserted or deleted. */
const notebookEdit: Tool = {
  names: ['NotebookEdit', 'NotebookEditCell'],
  subject(input) {
    const cell = cellOf(input)
    return filePathOf(input) && `${filePathOf(input)}${cell === undefined ? '' : `, cell ${cell}`}`
  },
  asked: (input, answer) => [
    ...fields(
      field('file', 'File', filePathOf(input)),
      field('setting', 'Cell', cellOf(input)),
      field('setting', 'Cell type', text(input, 'cell_type')),
      field('setting', 'Mode', text(input, 'edit_mode')),
    ),
    ...otherFields(input, {
      string: ['notebook_path', 'cell_id', 'new_source', 'cell_type', 'edit_mode'],
      number: ['cell_number'],
    }),
    ...(answer ? [] : describeSource(text(input, 'new_source'), text(input, 'cell_type'))),
  ],
  answered({structured}, input) {
    const error = text(structured, 'error') ?? ''
    if (error !== '') return [ansi(error, 'error')]
    const hunks = replaced(structured)
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
    const hunks = replaced(structured)
    return hunks && formatChange(hunks)
  },
}

const cellOf = (input: JsonObject): string | undefined =>
  text(input, 'cell_id') ?? number(input, 'cell_number')?.toString()

const describeSource = (source: string | undefined, language: string | undefined): readonly Node[] =>
  source === undefined || source === '' ? [] : [code(source, language === 'code' ? undefined : language)]

/** What changed in the cell; nothing where it is not known what stood there, or where there was none. */
function replaced(structured: JsonObject): readonly Hunk[] | undefined {
  const mode = text(structured, 'edit_mode')
  const cell =
    mode === 'insert'
      ? undefined
      : findCell(text(structured, 'original_file') ?? '', text(structured, 'cell_id'))
  const before =
    mode === 'insert' ? undefined : (text(structured, 'old_source') ?? (cell && cellSource(cell)))
  if (before === undefined) return undefined
  return computeHunks(before, mode === 'delete' ? '' : (text(structured, 'new_source') ?? ''), 1)
}

/** The cells of a notebook; later clients do it with Read. */
const notebookRead: Tool = {
  names: ['NotebookRead', 'ReadNotebook'],
  subject: filePathOf,
  asked: (input) => [
    ...fields(field('file', 'File', filePathOf(input)), field('setting', 'Cell', text(input, 'cell_id'))),
    ...otherFields(input, {string: ['notebook_path', 'cell_id']}),
  ],
  answered({text: said, content}) {
    const cells = readCells(said)
    return cells.length > 0 ? cells.map(describeCell) : describeBlocks(content)
  },
  outcome({text: said}) {
    const cells = readCells(said)
    return cells.length === 0 ? undefined : formatNoun(cells.length, 'cell', 'cells')
  },
}

/** Tools that write and change files, and read and change notebooks. */
export const editTools: readonly Tool[] = [write, edit, multiEdit, notebookEdit, notebookRead]
