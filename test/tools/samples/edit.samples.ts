import type {Node} from '../../../src/page/index.ts'
import {field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const path = '/home/dev/work/demo/src/app.ts'
const input = {file_path: path, old_string: 'a - b; // BUG', new_string: 'a + b;', replace_all: false}
const asked = fields(field('file', 'File', path))

/** The change by the two texts alone: nobody knows where in the file it is. */
const meant: Node = {
  kind: 'diff',
  path,
  hunks: [
    {
      lines: [
        {sign: '-', text: 'a - b; // BUG', oldLine: undefined, newLine: undefined},
        {sign: '+', text: 'a + b;', oldLine: undefined, newLine: undefined},
      ],
    },
  ],
}

export const samples: readonly ToolSample[] = [
  {
    shows: 'the change as it was made, with the lines around it and their numbers',
    name: 'Edit',
    input,
    result: {
      content: `The file ${path} has been updated successfully.`,
      structured: {
        filePath: path,
        oldString: 'a - b; // BUG',
        newString: 'a + b;',
        structuredPatch: [
          {
            oldStart: 1,
            oldLines: 3,
            newStart: 1,
            newLines: 3,
            lines: [
              ' export function add(a: number, b: number) {',
              '-  return a - b; // BUG',
              '+  return a + b;',
              ' }',
              '\\ No newline at end of file',
            ],
          },
        ],
        userModified: false,
        replaceAll: false,
      },
    },
    subject: path,
    outcome: '+1 −1',
    asked,
    answered: [
      {
        kind: 'diff',
        path,
        hunks: [
          {
            lines: [
              {sign: ' ', text: 'export function add(a: number, b: number) {', oldLine: 1, newLine: 1},
              {sign: '-', text: '  return a - b; // BUG', oldLine: 2, newLine: undefined},
              {sign: '+', text: '  return a + b;', oldLine: undefined, newLine: 2},
              {sign: ' ', text: '}', oldLine: 3, newLine: 3},
            ],
          },
        ],
      },
    ],
  },
  {
    shows: 'where the change is by the numbered lines that older clients gave the model',
    name: 'Edit',
    input,
    result: {
      content: `The file ${path} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n    10→export function add(a: number, b: number) {\n    11→  return a + b;\n    12→}\n`,
    },
    subject: path,
    outcome: '+1 −1',
    asked,
    answered: [
      {
        kind: 'diff',
        path,
        hunks: [
          {
            lines: [
              {sign: '-', text: 'a - b; // BUG', oldLine: 11, newLine: undefined},
              {sign: '+', text: 'a + b;', oldLine: undefined, newLine: 11},
            ],
          },
        ],
      },
    ],
  },
  {
    shows: 'the change as it was meant where the stream says only that it was made',
    name: 'Edit',
    input,
    result: {content: `The file ${path} has been updated successfully.`},
    subject: path,
    outcome: '+1 −1',
    asked,
    answered: [meant],
  },
  {
    shows: 'no count where nobody says how many places were replaced',
    name: 'Edit',
    input: {...input, replace_all: true},
    result: {content: `The file ${path} has been updated. All occurrences were successfully replaced.`},
    subject: path,
    asked: fields(field('file', 'File', path), field('setting', 'Replace all', 'yes')),
    answered: [meant],
  },
  {
    shows: 'the change it is going to make',
    name: 'Edit',
    input,
    subject: path,
    asked: [...asked, meant],
  },
  {
    shows: 'a file that it makes',
    name: 'Edit',
    input: {file_path: 'a.py', old_string: '', new_string: 'x = 1\ny = 2\n'},
    subject: 'a.py',
    asked: [
      ...fields(field('file', 'File', 'a.py')),
      {
        kind: 'diff',
        path: 'a.py',
        hunks: [
          {
            lines: [
              {sign: '+', text: 'x = 1', oldLine: undefined, newLine: 1},
              {sign: '+', text: 'y = 2', oldLine: undefined, newLine: 2},
            ],
          },
        ],
      },
    ],
  },
  {
    shows: 'the fields of a call that has other ones',
    name: 'Edit',
    input: {target: 'src/util.ts', find: '1.0.0', put: '1.0.1'},
    asked: fields(
      field('setting', 'target', 'src/util.ts'),
      field('setting', 'find', '1.0.0'),
      field('setting', 'put', '1.0.1'),
    ),
  },
]
