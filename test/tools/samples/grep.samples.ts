import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const matches =
  "/home/dev/work/demo/src/util.ts:1:export const VERSION = '1.0.0';\n/home/dev/work/demo/src/util.ts:2:export const TODO = 'fix add';"
const around = '3-}\n4-\n5:export function greet(name: string) {'
const pattern = field('pattern', 'Pattern', 'export')

export const samples: readonly ToolSample[] = [
  {
    shows: 'the files in which something stands',
    name: 'Grep',
    input: {pattern: 'export'},
    result: {
      content: 'Found 1 file\n/home/dev/work/demo/src/util.ts',
      structured: {mode: 'files_with_matches', filenames: ['/home/dev/work/demo/src/util.ts'], numFiles: 1},
    },
    subject: 'export',
    outcome: '1 file',
    asked: fields(pattern),
    answered: [plain('/home/dev/work/demo/src/util.ts')],
  },
  {
    shows: 'the same where the stream has only the text',
    name: 'Grep',
    input: {pattern: 'export'},
    result: {content: 'Found 1 file\n/home/dev/work/demo/src/util.ts'},
    subject: 'export',
    outcome: '1 file',
    asked: fields(pattern),
    answered: [plain('/home/dev/work/demo/src/util.ts')],
  },
  {
    shows: 'the lines that match',
    name: 'Grep',
    input: {pattern: 'export', output_mode: 'content', '-n': true, path: '/home/dev/work/demo/src'},
    result: {
      content: matches,
      structured: {mode: 'content', numFiles: 0, filenames: [], content: matches, numLines: 2},
    },
    subject: 'export',
    outcome: '2 matches',
    asked: fields(
      pattern,
      field('folder', 'In', '/home/dev/work/demo/src'),
      field('setting', 'Mode', 'content'),
    ),
    answered: [plain(matches)],
  },
  {
    shows: 'lines, not matches, where others stand around them',
    name: 'Grep',
    input: {pattern: 'export', output_mode: 'content', '-i': true, '-C': 1, glob: '*.ts'},
    result: {content: around, structured: {mode: 'content', filenames: [], content: around, numLines: 3}},
    subject: 'export',
    outcome: '3 lines',
    asked: fields(
      pattern,
      field('pattern', 'Files', '*.ts'),
      field('setting', 'Mode', 'content'),
      field('number', 'Lines around', 1),
      field('setting', 'Ignore case', 'yes'),
    ),
    answered: [plain(around)],
  },
  {
    shows: 'that there may be more than it was asked for',
    name: 'Grep',
    input: {pattern: 'export', output_mode: 'content', head_limit: 2},
    result: {
      content: `${matches}\n\n[Showing results with pagination = limit: 2, offset: 0]`,
      structured: {mode: 'content', filenames: [], content: matches, numLines: 2, appliedLimit: 2},
    },
    subject: 'export',
    outcome: '2+ matches',
    asked: fields(pattern, field('setting', 'Mode', 'content'), field('number', 'Limit', 2)),
    answered: [plain(matches)],
  },
  {
    shows: 'how often it stands in each file',
    name: 'Grep',
    input: {pattern: 'export', output_mode: 'count'},
    result: {
      content: 'src/a.ts:3\nsrc/b.ts:1\n\nFound 4 total occurrences across 2 files.',
      structured: {
        mode: 'count',
        numFiles: 2,
        filenames: [],
        content: 'src/a.ts:3\nsrc/b.ts:1',
        numMatches: 4,
      },
    },
    subject: 'export',
    outcome: '4 matches in 2 files',
    asked: fields(pattern, field('setting', 'Mode', 'count')),
    answered: [plain('src/a.ts:3\nsrc/b.ts:1')],
  },
  {
    shows: 'how often it stands in one file, which the client counts wrong',
    name: 'Grep',
    input: {pattern: 'export', output_mode: 'count', path: 'src/a.ts'},
    result: {
      content: '7\n\nFound 0 total occurrences across 0 files.',
      structured: {mode: 'count', numFiles: 0, filenames: [], content: '7', numMatches: 0},
    },
    subject: 'export',
    outcome: '7 matches',
    asked: fields(pattern, field('folder', 'In', 'src/a.ts'), field('setting', 'Mode', 'count')),
    answered: [plain('7')],
  },
  {
    shows: 'that nothing was found',
    name: 'Grep',
    input: {pattern: 'export', output_mode: 'content'},
    result: {
      content: 'No matches found',
      structured: {mode: 'content', numFiles: 0, filenames: [], content: '', numLines: 0},
    },
    subject: 'export',
    outcome: 'no matches',
    asked: fields(pattern, field('setting', 'Mode', 'content')),
    answered: [plain('No matches found', 'dim')],
  },
]
