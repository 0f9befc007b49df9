import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const asked = fields(field('task', 'Task', '#1'), field('setting', 'Status', 'completed'))

export const samples: readonly ToolSample[] = [
  {
    shows: 'what a task became and what it was, each once',
    name: 'TaskUpdate',
    input: {taskId: '1', status: 'completed'},
    result: {
      content: 'Updated task #1 status',
      structured: {
        success: true,
        taskId: '1',
        updatedFields: ['status'],
        statusChange: {from: 'in_progress', to: 'completed'},
      },
    },
    subject: '#1 → completed',
    outcome: 'was in progress',
    asked,
    answered: [],
  },
  {
    shows: 'what else was changed',
    name: 'TaskUpdate',
    input: {taskId: '1', subject: 'Fix sub', owner: 'alice', addBlocks: ['2', '3'], addBlockedBy: ['4']},
    result: {content: 'Updated task #1 subject, owner, blocks, blockedBy'},
    subject: '#1 Fix sub',
    outcome: 'subject, owner, blocks, blockedBy changed',
    asked: fields(
      field('task', 'Task', '#1'),
      field('description', 'Subject', 'Fix sub'),
      field('agent', 'Owner', 'alice'),
      field('task', 'Blocks', '#2, #3'),
      field('task', 'Blocked by', '#4'),
    ),
    answered: [],
  },
  {
    shows: 'that nothing was changed',
    name: 'TaskUpdate',
    input: {taskId: '1', status: 'completed'},
    result: {content: 'Updated task #1 ', structured: {success: true, taskId: '1', updatedFields: []}},
    subject: '#1 → completed',
    outcome: 'nothing changed',
    asked,
    answered: [],
  },
  {
    shows: 'why it could not be changed',
    name: 'TaskUpdate',
    input: {taskId: '1', status: 'completed'},
    result: {
      content: 'Task not found',
      structured: {success: false, taskId: '1', updatedFields: [], error: 'Task not found'},
    },
    subject: '#1 → completed',
    outcome: 'not changed',
    refused: true,
    asked,
    answered: [plain('Task not found', 'error')],
  },
]
