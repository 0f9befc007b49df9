import {code, field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const asked = (action: string) => fields(field('file', 'File', 'a.py'), field('setting', 'Action', action))
const hunk = (oldLine: number | undefined) => ({
  lines: [
    {sign: '-', text: 'x = 1', oldLine, newLine: undefined} as const,
    {sign: '+', text: 'x = 2', oldLine: undefined, newLine: oldLine} as const,
  ],
})

export const samples: readonly ToolSample[] = [
  {
    shows: 'the part of a file that was looked at',
    name: 'text_editor_code_execution',
    input: {command: 'view', path: 'a.py'},
    result: {
      content: [
        {type: 'text_editor_code_execution_view_result', file_type: 'text', content: 'x = 1', start_line: 7},
      ],
    },
    subject: 'a.py',
    asked: asked('view'),
    answered: [code('x = 1', 'python', 7)],
  },
  {
    shows: 'a file that was written',
    name: 'text_editor_code_execution',
    input: {command: 'create', path: 'a.py', file_text: 'x = 1'},
    result: {content: [{type: 'text_editor_code_execution_create_result', is_file_update: false}]},
    subject: 'a.py',
    outcome: 'created',
    asked: [...asked('create'), code('x = 1', 'python')],
  },
  {
    shows: 'a change with the numbers of its lines',
    name: 'text_editor_code_execution',
    input: {command: 'str_replace', path: 'a.py', old_str: 'x = 1', new_str: 'x = 2'},
    result: {
      content: [
        {
          type: 'text_editor_code_execution_str_replace_result',
          lines: ['-x = 1', '+x = 2'],
          old_start: 7,
          new_start: 7,
        },
      ],
    },
    subject: 'a.py',
    outcome: '+1 −1',
    asked: [...asked('str_replace'), {kind: 'diff', path: 'a.py', hunks: [hunk(undefined)]}],
    answered: [{kind: 'diff', path: 'a.py', hunks: [hunk(7)]}],
  },
]
