import type {Node} from '../../../src/page/index.ts'
import {code, field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const path = '/home/dev/work/demo/nb.ipynb'
const input = {notebook_path: path, cell_id: 'c1', new_source: 'print(2)'}
const asked = fields(field('file', 'File', path), field('setting', 'Cell', 'c1'))
const edited = {new_source: 'print(2)', cell_type: 'code', language: 'python', cell_id: 'c1', error: ''}
const notebook = '{"cells":[{"cell_type":"code","id":"c1","source":["print(1)"]}],"nbformat":4}'

const change: Node = {
  kind: 'diff',
  path,
  hunks: [
    {
      lines: [
        {sign: '-', text: 'print(1)', oldLine: 1, newLine: undefined},
        {sign: '+', text: 'print(2)', oldLine: undefined, newLine: 1},
      ],
    },
  ],
}

export const samples: readonly ToolSample[] = [
  {
    shows: 'what changed in a cell',
    name: 'NotebookEdit',
    input,
    result: {
      content: 'Updated cell c1 with print(2)',
      structured: {...edited, old_source: 'print(1)', edit_mode: 'replace'},
    },
    subject: `${path}, cell c1`,
    outcome: '+1 −1',
    asked,
    answered: [change],
  },
  {
    shows: 'the same by the notebook as it was before',
    name: 'NotebookEdit',
    input,
    result: {
      content: 'Updated cell c1 with print(2)',
      structured: {...edited, edit_mode: 'replace', notebook_path: path, original_file: notebook},
    },
    subject: `${path}, cell c1`,
    outcome: '+1 −1',
    asked,
    answered: [change],
  },
  {
    shows: 'the new cell where nobody says what was there before',
    name: 'NotebookEdit',
    input,
    result: {
      content: 'Updated cell c1 with print(2)',
      structured: {...edited, edit_mode: 'replace'},
    },
    subject: `${path}, cell c1`,
    asked,
    answered: [code('print(2)', 'python')],
  },
  {
    shows: 'a cell put in',
    name: 'NotebookEdit',
    input: {...input, new_source: '# Title', cell_type: 'markdown', edit_mode: 'insert'},
    result: {
      content: 'Inserted cell c1 with # Title',
      structured: {...edited, new_source: '# Title', cell_type: 'markdown', edit_mode: 'insert'},
    },
    subject: `${path}, cell c1`,
    outcome: 'inserted',
    asked: fields(
      field('file', 'File', path),
      field('setting', 'Cell', 'c1'),
      field('setting', 'Cell type', 'markdown'),
      field('setting', 'Mode', 'insert'),
    ),
    answered: [code('# Title', 'markdown')],
  },
  {
    shows: 'the cell it is going to write',
    name: 'NotebookEdit',
    input,
    subject: `${path}, cell c1`,
    asked: [...asked, code('print(2)')],
  },
]
