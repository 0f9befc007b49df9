import {text} from '../model/fields.ts'
import {field, fields, formatNoun} from '../page/index.ts'
import {describeBlocks} from './describe-blocks.ts'
import {describeCell} from './shared/describe-cell.ts'
import type {KnownFields} from './shared/other-fields.ts'
import {otherFields} from './shared/other-fields.ts'
import {pathOf} from './shared/path-of.ts'
import {readCells} from './shared/read-cells.ts'
import type {Tool} from './tool.ts'

const known: KnownFields = new Map([
  ['notebook_path', 'string'],
  ['cell_id', 'string'],
])

/** The cells of a notebook; later clients do it with Read. */
export const notebookRead: Tool = {
  names: ['NotebookRead', 'ReadNotebook'],
  subject: pathOf,
  asked: (input) => [
    ...fields(field('file', 'File', pathOf(input)), field('setting', 'Cell', text(input, 'cell_id'))),
    ...otherFields(input, known),
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
