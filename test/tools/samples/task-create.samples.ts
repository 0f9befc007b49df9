import {field, fields, note, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'what is to be done, and its number',
    name: 'TaskCreate',
    input: {subject: 'Fix add', description: 'fix `add()`', activeForm: 'Fixing add'},
    result: {
      content: 'Task #1 created successfully: Fix add',
      structured: {task: {id: '1', subject: 'Fix add'}},
    },
    subject: 'Fix add',
    outcome: '#1',
    asked: [...fields(field('task', 'Task', 'Fix add')), prose('fix `add()`')],
    answered: [note('success', 'Created as #1')],
  },
  {
    shows: 'the number out of the text, and metadata as it is',
    name: 'TaskCreate',
    input: {subject: 'Fix add', description: 'Fix add', metadata: {area: 'math'}},
    result: {content: 'Task #2 created successfully: Fix add'},
    subject: 'Fix add',
    outcome: '#2',
    asked: [
      ...fields(field('task', 'Task', 'Fix add')),
      ...fields(field('setting', 'metadata', '{"area":"math"}')),
    ],
    answered: [note('success', 'Created as #2')],
  },
]
