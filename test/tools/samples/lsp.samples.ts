import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const input = {operation: 'findReferences', filePath: 'src/app.ts', line: 1, character: 17}
const asked = fields(
  field('setting', 'Operation', 'findReferences'),
  field('file', 'File', 'src/app.ts:1:17'),
)

export const samples: readonly ToolSample[] = [
  {
    shows: 'what the server found, and where it was asked',
    name: 'LSP',
    input,
    result: {
      content: 'Found 2 references across 2 files',
      structured: {
        operation: 'findReferences',
        result: 'src/app.ts:1:17\nsrc/main.ts:3:9',
        filePath: 'src/app.ts',
        resultCount: 2,
        fileCount: 2,
      },
    },
    subject: 'findReferences src/app.ts:1:17',
    outcome: '2 results in 2 files',
    asked,
    answered: [plain('src/app.ts:1:17\nsrc/main.ts:3:9')],
  },
  {
    shows: 'the text where there is nothing else',
    name: 'LSP',
    input,
    result: {content: 'No references found'},
    subject: 'findReferences src/app.ts:1:17',
    asked,
    answered: [plain('No references found')],
  },
]
