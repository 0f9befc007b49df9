import {field, fields, note, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'what a search found',
    name: 'Projects',
    input: {method: 'project_search', query: 'style', n: 3},
    result: {
      content: '1 hit',
      structured: {
        method: 'project_search',
        rag: true,
        hits: [{name: 'STYLE.md', text: 'No semicolons', page: 2}],
      },
    },
    subject: 'style',
    outcome: '1 hit',
    asked: fields(
      field('setting', 'Action', 'project_search'),
      field('query', 'Query', 'style'),
      field('number', 'At most', 3),
    ),
    answered: [
      {kind: 'group', title: 'STYLE.md, page 2', nodes: [plain('No semicolons')], isCollapsed: false},
    ],
  },
  {
    shows: 'what was written',
    name: 'Projects',
    input: {method: 'project_write', path: 'a.md', content: '# A'},
    result: {
      content: 'Written.',
      structured: {method: 'project_write', notice: 'Shared', path: 'a.md', doc_uuid: 'd1', replaced: true},
    },
    subject: 'a.md',
    outcome: 'replaced',
    asked: [
      ...fields(field('setting', 'Action', 'project_write'), field('file', 'File', 'a.md')),
      plain('# A'),
    ],
    answered: [
      note('info', 'Shared'),
      ...fields(
        field('file', 'path', 'a.md'),
        field('setting', 'doc_uuid', 'd1'),
        field('setting', 'replaced', true),
      ),
    ],
  },
]
