import {code, field, fields, note, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const path = '/home/dev/work/demo/src/app.ts'
const reminder =
  '\n\n<system-reminder>\nWhenever you read a file, you should consider …\n</system-reminder>\n'
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const samples: readonly ToolSample[] = [
  {
    shows: 'a part of a file with its own line numbers and without what the model was reminded of',
    name: 'Read',
    input: {file_path: path, offset: 2, limit: 2},
    result: {
      content: `     2→  return a - b; // BUG\n     3→}${reminder}`,
      structured: {
        type: 'text',
        file: {
          filePath: path,
          content: '  return a - b; // BUG\n}',
          numLines: 2,
          startLine: 2,
          totalLines: 8,
        },
      },
    },
    subject: `${path}:2-3`,
    outcome: '2 of 7 lines',
    asked: fields(field('file', 'File', path), field('number', 'Lines', '2-3')),
    answered: [code('  return a - b; // BUG\n}', 'typescript', 2)],
  },
  {
    shows: 'the same where the stream has only the text',
    name: 'Read',
    input: {file_path: path, offset: 2, limit: 2},
    result: {content: `     2→  return a - b; // BUG\n     3→}${reminder}`},
    subject: `${path}:2-3`,
    outcome: '2 lines',
    asked: fields(field('file', 'File', path), field('number', 'Lines', '2-3')),
    answered: [code('  return a - b; // BUG\n}', 'typescript', 2)],
  },
  {
    shows: 'lines that only look numbered as they are, and what the client put below them',
    name: 'View',
    input: {file_path: 'a.tsv', offset: 7},
    result: {content: '7\t1\tone\n8\t2\ttwo\n\n... [3 lines truncated] ...'},
    subject: 'a.tsv:7-',
    outcome: '2 lines',
    asked: fields(field('file', 'File', 'a.tsv'), field('number', 'Lines', '7-')),
    answered: [code('1\tone\n2\ttwo', undefined, 7), plain('... [3 lines truncated] ...', 'dim')],
  },
  {
    shows: 'the end of a file without the line that clients count behind it',
    name: 'Read',
    input: {file_path: path, offset: 7},
    result: {
      content: '     7→}\n     8→',
      structured: {
        type: 'text',
        file: {filePath: path, content: '}\n', numLines: 2, startLine: 7, totalLines: 8},
      },
    },
    subject: `${path}:7-`,
    outcome: '1 of 7 lines',
    asked: fields(field('file', 'File', path), field('number', 'Lines', '7-')),
    answered: [code('}\n', 'typescript', 7)],
  },
  {
    shows: 'that a file was too long for the model',
    name: 'Read',
    input: {file_path: '/home/dev/work/demo/big.txt'},
    result: {
      content: '1\tline 0\n2\tline 1',
      structured: {
        type: 'text',
        file: {
          filePath: '/home/dev/work/demo/big.txt',
          content: 'line 0\nline 1',
          numLines: 2,
          startLine: 1,
          totalLines: 4001,
          truncatedByTokenCap: true,
        },
      },
    },
    subject: '/home/dev/work/demo/big.txt',
    outcome: '2 of 4,000 lines',
    asked: fields(field('file', 'File', '/home/dev/work/demo/big.txt')),
    answered: [code('line 0\nline 1', undefined, 1), note('info', 'Cut off at the token limit')],
  },
  {
    shows: 'that a file is empty, in the words of the client',
    name: 'Read',
    input: {file_path: 'a.ts'},
    result: {
      content: '<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>',
      structured: {
        type: 'text',
        file: {filePath: 'a.ts', content: '', numLines: 1, startLine: 1, totalLines: 1},
      },
    },
    subject: 'a.ts',
    outcome: 'no lines',
    asked: fields(field('file', 'File', 'a.ts')),
    answered: [plain('Warning: the file exists but the contents are empty.', 'dim')],
  },
  {
    shows: 'a picture with its size',
    name: 'Read',
    input: {file_path: '/home/dev/work/demo/shot.png'},
    result: {
      content: [{type: 'image', source: {type: 'base64', data: pixel, media_type: 'image/png'}}],
      structured: {
        type: 'image',
        file: {
          base64: pixel,
          type: 'image/png',
          originalSize: 70,
          dimensions: {originalWidth: 1, originalHeight: 1, displayWidth: 1, displayHeight: 1},
        },
      },
    },
    subject: '/home/dev/work/demo/shot.png',
    outcome: '1 × 1, 70 bytes',
    asked: fields(field('file', 'File', '/home/dev/work/demo/shot.png')),
    answered: [
      {
        kind: 'image',
        source: {kind: 'base64', mediaType: 'image/png', data: pixel},
        alt: '/home/dev/work/demo/shot.png',
      },
    ],
  },
  {
    shows: 'a document that the text only mentions',
    name: 'Read',
    input: {file_path: '/home/dev/work/demo/doc.pdf'},
    result: {
      content: 'PDF file read: /home/dev/work/demo/doc.pdf (387 bytes)',
      structured: {
        type: 'pdf',
        file: {filePath: '/home/dev/work/demo/doc.pdf', base64: 'JVBERi0xLjQK', originalSize: 387},
      },
    },
    subject: '/home/dev/work/demo/doc.pdf',
    outcome: '387 bytes',
    asked: fields(field('file', 'File', '/home/dev/work/demo/doc.pdf')),
    answered: [
      {
        kind: 'image',
        source: {kind: 'base64', mediaType: 'application/pdf', data: 'JVBERi0xLjQK'},
        alt: '/home/dev/work/demo/doc.pdf',
      },
    ],
  },
  {
    shows: 'some pages of a document as pictures',
    name: 'Read',
    input: {file_path: 'doc.pdf', pages: '4-5'},
    result: {
      content: 'PDF pages extracted: 2 page(s) from doc.pdf (1.2MB)',
      structured: {
        type: 'parts',
        file: {filePath: 'doc.pdf', originalSize: 1200000, count: 2, outputDir: '/tmp/pages'},
        firstPage: 4,
        pages: [
          {base64: pixel, mediaType: 'image/png'},
          {base64: '', mediaType: 'image/png', error: 'too large'},
        ],
      },
    },
    subject: 'doc.pdf (pages 4-5)',
    outcome: '2 pages',
    asked: fields(field('file', 'File', 'doc.pdf'), field('number', 'Pages', '4-5')),
    answered: [
      {kind: 'image', source: {kind: 'base64', mediaType: 'image/png', data: pixel}, alt: 'page 4'},
      note('warning', 'page 5: too large'),
    ],
  },
  {
    shows: 'the cells of a notebook',
    name: 'Read',
    input: {file_path: '/home/dev/work/demo/nb.ipynb'},
    result: {
      content: [{text: '<cell id="c1">print(1)</cell id="c1">', type: 'text'}],
      structured: {
        type: 'notebook',
        file: {
          filePath: '/home/dev/work/demo/nb.ipynb',
          cells: [{cellType: 'code', source: 'print(1)', cell_id: 'c1', language: 'python'}],
        },
      },
    },
    subject: '/home/dev/work/demo/nb.ipynb',
    outcome: '1 cell',
    asked: fields(field('file', 'File', '/home/dev/work/demo/nb.ipynb')),
    answered: [{kind: 'group', title: 'Cell c1', nodes: [code('print(1)', 'python')], isCollapsed: false}],
  },
  {
    shows: 'the cells where the stream has only the text',
    name: 'Read',
    input: {file_path: '/home/dev/work/demo/nb.ipynb'},
    result: {content: [{text: '<cell id="c1">print(1)</cell id="c1">', type: 'text'}]},
    subject: '/home/dev/work/demo/nb.ipynb',
    outcome: '1 cell',
    asked: fields(field('file', 'File', '/home/dev/work/demo/nb.ipynb')),
    answered: [{kind: 'group', title: 'Cell c1', nodes: [code('print(1)')], isCollapsed: false}],
  },
  {
    shows: 'as many lines as people count',
    name: 'Read',
    input: {file_path: path},
    result: {
      content: '1\texport const a = 1;\n2\t',
      structured: {
        type: 'text',
        file: {filePath: path, content: 'export const a = 1;\n', numLines: 2, startLine: 1, totalLines: 2},
      },
    },
    subject: path,
    outcome: '1 line',
    asked: fields(field('file', 'File', path)),
    answered: [code('export const a = 1;\n', 'typescript', 1)],
  },
  {
    shows: 'what a call without a file has instead',
    name: 'Read',
    input: {path: 5},
    asked: fields(field('file', 'File', 5)),
  },
]
