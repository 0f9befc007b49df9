import type {Node} from '../../../src/page/index.ts'
import {code, field, fields, note} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const path = '/home/dev/work/demo/src/new.ts'
const before = 'export const x = 1;\nexport const y = 2;\n'
const after = 'export const x = 10;\nexport const y = 2;\n'
const asked = fields(field('file', 'File', path))

const change: Node = {
  kind: 'diff',
  path,
  hunks: [
    {
      lines: [
        {sign: '-', text: 'export const x = 1;', oldLine: 1, newLine: undefined},
        {sign: '+', text: 'export const x = 10;', oldLine: undefined, newLine: 1},
        {sign: ' ', text: 'export const y = 2;', oldLine: 2, newLine: 2},
      ],
    },
  ],
}

export const samples: readonly ToolSample[] = [
  {
    shows: 'a new file with its text',
    name: 'Write',
    input: {file_path: path, content: before},
    result: {
      content: `File created successfully at: ${path}`,
      structured: {type: 'create', filePath: path, content: before, structuredPatch: [], originalFile: null},
    },
    subject: path,
    outcome: 'new, 2 lines',
    asked,
    answered: [code(before, 'typescript', 1)],
  },
  {
    shows: 'what changed in a file that was there before, and that the user had a hand in it',
    name: 'Write',
    input: {file_path: path, content: after},
    result: {
      content: `The file ${path} has been updated successfully.`,
      structured: {
        type: 'update',
        filePath: path,
        content: after,
        structuredPatch: [
          {
            oldStart: 1,
            oldLines: 2,
            newStart: 1,
            newLines: 2,
            lines: ['-export const x = 1;', '+export const x = 10;', ' export const y = 2;'],
          },
        ],
        originalFile: before,
        userModified: true,
      },
    },
    subject: path,
    outcome: '+1 −1',
    asked,
    answered: [change, note('info', 'The user changed it before allowing it')],
  },
  {
    shows: 'the same change where the client left out the patch',
    name: 'Write',
    input: {file_path: path, content: after},
    result: {
      content: `The file ${path} has been updated successfully.`,
      structured: {type: 'update', filePath: path, content: after, structuredPatch: [], originalFile: before},
    },
    subject: path,
    outcome: '+1 −1',
    asked,
    answered: [change],
  },
  {
    shows: 'that a file was written as it was',
    name: 'Write',
    input: {file_path: path, content: after},
    result: {
      content: `The file ${path} has been updated successfully.`,
      structured: {type: 'update', filePath: path, content: after, structuredPatch: [], originalFile: after},
    },
    subject: path,
    outcome: 'unchanged',
    asked,
    answered: [code(after, 'typescript', 1)],
  },
  {
    shows: 'the text of a new file where the stream says nothing else',
    name: 'Write',
    input: {file_path: path, content: before},
    result: {content: `File created successfully at: ${path}`},
    subject: path,
    outcome: 'new, 2 lines',
    asked,
    answered: [code(before, 'typescript', 1)],
  },
  {
    shows: 'the text it is going to write',
    name: 'Write',
    input: {file_path: '/home/dev/work/demo/made.txt', content: 'x'},
    subject: '/home/dev/work/demo/made.txt',
    asked: [...fields(field('file', 'File', '/home/dev/work/demo/made.txt')), code('x', undefined, 1)],
  },
]
