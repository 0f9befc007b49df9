import {field, fields, plain, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'each finding at its place',
    name: 'ReportFindings',
    input: {
      level: 'high',
      findings: [
        {
          file: 'src/a.ts',
          line: 12,
          summary: 'The last line is lost.',
          failure_scenario: 'A file without a line end.',
          category: 'correctness',
          verdict: 'CONFIRMED',
        },
        {file: 'src/b.ts', summary: 'Nobody calls `b`.', outcome: 'fixed'},
      ],
    },
    result: {content: 'Reported.', structured: {count: 2, findings: []}},
    subject: '2 findings',
    outcome: '2 findings reported',
    asked: [
      ...fields(field('setting', 'level', 'high')),
      {
        kind: 'group',
        title: 'src/a.ts:12 · CONFIRMED · correctness',
        nodes: [prose('The last line is lost.'), plain('A file without a line end.', 'dim')],
        isCollapsed: false,
      },
      {kind: 'group', title: 'src/b.ts · fixed', nodes: [prose('Nobody calls `b`.')], isCollapsed: false},
    ],
  },
]
