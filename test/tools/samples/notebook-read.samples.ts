import {ansi, code, field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const asked = fields(field('file', 'File', 'nb.ipynb'))

export const samples: readonly ToolSample[] = [
  {
    shows: 'the cells, each in its language',
    name: 'NotebookRead',
    input: {notebook_path: 'nb.ipynb'},
    result: {
      content:
        '<cell id="c1"><cell_type>markdown</cell_type># Title</cell id="c1">\n<cell id="c2">print(1)</cell id="c2">',
    },
    subject: 'nb.ipynb',
    outcome: '2 cells',
    asked,
    answered: [
      {kind: 'group', title: 'Cell c1', nodes: [code('# Title', 'markdown')], isCollapsed: false},
      {kind: 'group', title: 'Cell c2', nodes: [code('print(1)')], isCollapsed: false},
    ],
  },
  {
    shows: 'the text as it is where it is something else',
    name: 'NotebookRead',
    input: {notebook_path: 'nb.ipynb'},
    result: {content: '<cell id="c1">never closed'},
    subject: 'nb.ipynb',
    asked,
    answered: [ansi('<cell id="c1">never closed')],
  },
]
