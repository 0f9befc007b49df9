import type {Hunk} from '../../../src/page/index.ts'
import {field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const path = '/home/dev/work/demo/src/util.ts'

const replaced = (before: string, after: string, line?: number): Hunk => ({
  lines: [
    {sign: '-', text: before, oldLine: line, newLine: undefined},
    {sign: '+', text: after, oldLine: undefined, newLine: line},
  ],
})

export const samples: readonly ToolSample[] = [
  {
    shows: 'all changes it is going to make',
    name: 'MultiEdit',
    input: {
      file_path: path,
      edits: [
        {old_string: '1.0.0', new_string: '1.0.1'},
        {old_string: 'fix add', new_string: 'none', replace_all: true},
      ],
    },
    subject: path,
    asked: [
      ...fields(
        field('file', 'File', path),
        field('number', 'Edits', 2),
        field('setting', 'Replace all', '1 edit'),
      ),
      {kind: 'diff', path, hunks: [replaced('1.0.0', '1.0.1'), replaced('fix add', 'none')]},
    ],
  },
  {
    shows: 'the changes as they were made',
    name: 'MultiEdit',
    input: {file_path: path, edits: [{old_string: '1.0.0', new_string: '1.0.1'}]},
    result: {
      content: `Applied 1 edit to ${path}:\n1. Replaced "1.0.0" with "1.0.1"`,
      structured: {
        filePath: path,
        edits: [{old_string: '1.0.0', new_string: '1.0.1', replace_all: false}],
        originalFileContents: "export const VERSION = '1.0.0';\n",
        structuredPatch: [
          {
            oldStart: 1,
            oldLines: 1,
            newStart: 1,
            newLines: 1,
            lines: ["-export const VERSION = '1.0.0';", "+export const VERSION = '1.0.1';"],
          },
        ],
        userModified: false,
      },
    },
    subject: path,
    outcome: '+1 −1',
    asked: fields(field('file', 'File', path), field('number', 'Edits', 1)),
    answered: [
      {
        kind: 'diff',
        path,
        hunks: [replaced("export const VERSION = '1.0.0';", "export const VERSION = '1.0.1';", 1)],
      },
    ],
  },
]
