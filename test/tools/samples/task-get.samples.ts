import {ansi, field, fields, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const asked = fields(field('task', 'Task', '#2'))

export const samples: readonly ToolSample[] = [
  {
    shows: 'one task with everything that is known of it',
    name: 'TaskGet',
    input: {taskId: '2'},
    result: {
      content: 'Task #2: Write tests',
      structured: {
        task: {
          id: '2',
          subject: 'Write tests',
          description: 'for `add()`',
          status: 'in_progress',
          blocks: ['3'],
          blockedBy: ['1'],
        },
      },
    },
    subject: '#2',
    outcome: 'in progress',
    asked,
    answered: [
      ...fields(
        field('task', 'Subject', 'Write tests'),
        field('setting', 'Status', 'in progress'),
        field('task', 'Blocks', '#3'),
        field('task', 'Blocked by', '#1'),
      ),
      prose('for `add()`'),
    ],
  },
  {
    shows: 'the text of an older client',
    name: 'TaskGet',
    input: {taskId: '2'},
    result: {content: 'Task #2: Write tests\nStatus: pending\nDescription: for add()'},
    subject: '#2',
    outcome: 'pending',
    asked,
    answered: [ansi('Task #2: Write tests\nStatus: pending\nDescription: for add()')],
  },
  {
    shows: 'that there is no such task',
    name: 'TaskGet',
    input: {taskId: '2'},
    result: {content: 'Task not found', structured: {task: null}},
    subject: '#2',
    outcome: 'not found',
    asked,
    answered: [ansi('Task not found')],
  },
]
