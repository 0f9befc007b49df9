import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const both = '/home/dev/work/demo/src/util.ts\n/home/dev/work/demo/src/app.ts'
const asked = fields(field('pattern', 'Pattern', 'src/*'))

export const samples: readonly ToolSample[] = [
  {
    shows: 'the files that were found',
    name: 'Glob',
    input: {pattern: 'src/*'},
    result: {
      content: both,
      structured: {filenames: both.split('\n'), durationMs: 29, numFiles: 2, truncated: false},
    },
    subject: 'src/*',
    outcome: '2 files',
    asked,
    answered: [plain(both)],
  },
  {
    shows: 'that there are more, where the stream has only the text',
    name: 'Glob',
    input: {pattern: 'src/*'},
    result: {
      content: `${both}\n(Results are truncated. Consider using a more specific path or pattern.)`,
    },
    subject: 'src/*',
    outcome: '2+ files',
    asked,
    answered: [plain(both)],
  },
  {
    shows: 'how many there are of which some were left out',
    name: 'Glob',
    input: {pattern: 'src/*', path: '/home/dev'},
    result: {
      content: both,
      structured: {filenames: both.split('\n'), numFiles: 2, truncated: true, totalMatches: 250},
    },
    subject: 'src/*',
    outcome: '2 of 250 files',
    asked: fields(field('pattern', 'Pattern', 'src/*'), field('folder', 'Folder', '/home/dev')),
    answered: [plain(both)],
  },
  {
    shows: 'that nothing was found',
    name: 'Glob',
    input: {pattern: 'src/*'},
    result: {
      content: 'No files found',
      structured: {filenames: [], durationMs: 4, numFiles: 0, truncated: false},
    },
    subject: 'src/*',
    outcome: 'no files',
    asked,
    answered: [plain('No files found', 'dim')],
  },
]
