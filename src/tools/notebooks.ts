import {number, text} from '../model/fields.ts'
import type {JsonObject} from '../model/index.ts'
import type {Hunk, Node} from '../page/index.ts'
import {ansi, code, field, fields, formatNoun} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {pathOf} from './shared/files.ts'
import {computeHunks, describeChange, formatChange} from './shared/hunks.ts'
import {cellSource, describeCell, findCell, readCells} from './shared/notebook-cells.ts'
import {otherFields} from './shared/tell-fields.ts'
import type {Tool} from './tool.ts'

/** A cell of a notebook replaced, inserted or deleted. */
const notebookEdit: Tool = {
  names: ['NotebookEdit', 'NotebookEditCell'],
  subject(input) {
    const cell = cellOf(input)
    return pathOf(input) && `${pathOf(input)}${cell === undefined ? '' : `, cell ${cell}`}`
  },
  asked: (input, answer) => [
    ...fields(
      field('file', 'File', pathOf(input)),
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
    if (hunks) return describeChange(pathOf(input), hunks)
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
  subject: pathOf,
  asked: (input) => [
    ...fields(field('file', 'File', pathOf(input)), field('setting', 'Cell', text(input, 'cell_id'))),
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

/** Tools that read and change notebooks. */
export const notebookTools: readonly Tool[] = [notebookEdit, notebookRead]
