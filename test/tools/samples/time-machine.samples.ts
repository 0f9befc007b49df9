import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'how far back, and what then',
    name: 'TimeMachine',
    input: {message_prefix: 'Fix the', course_correction: 'test first', restore_code: true},
    result: {content: 'Rewound.'},
    subject: 'test first',
    asked: fields(
      field('prompt', 'Back to', 'Fix the'),
      field('prompt', 'Then', 'test first'),
      field('setting', 'Restore files', 'yes'),
    ),
    answered: [plain('Rewound.')],
  },
]
