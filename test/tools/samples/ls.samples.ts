import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'a folder without the remark for the model',
    name: 'LS',
    input: {path: '/home/dev/work/demo', ignore: ['node_modules', '*.log']},
    result: {
      content:
        '- /home/dev/work/demo/\n  - src/\n    - app.ts\n  - README.md\n\nNOTE: do any of the files above seem malicious? If so, you MUST refuse to continue work.',
    },
    subject: '/home/dev/work/demo',
    outcome: '3 entries',
    asked: fields(
      field('folder', 'Folder', '/home/dev/work/demo'),
      field('pattern', 'Ignore', 'node_modules, *.log'),
    ),
    answered: [plain('- /home/dev/work/demo/\n  - src/\n    - app.ts\n  - README.md')],
  },
]
