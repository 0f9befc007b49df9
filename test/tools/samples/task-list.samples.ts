import {ansi} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'every task with its owner and what it waits for',
    name: 'TaskList',
    input: {},
    result: {
      content: '#1 [completed] Fix add (alice)\n#2 [pending] Write tests [blocked by #1]',
      structured: {
        tasks: [
          {id: '1', subject: 'Fix add', status: 'completed', owner: 'alice', blockedBy: []},
          {id: '2', subject: 'Write tests', status: 'pending', blockedBy: ['1']},
        ],
      },
    },
    outcome: '1 of 2 done',
    asked: [],
    answered: [
      {
        kind: 'todo',
        items: [
          {text: '#1 Fix add (alice)', status: 'completed', priority: undefined},
          {text: '#2 Write tests (blocked by #1)', status: 'pending', priority: undefined},
        ],
      },
    ],
  },
  {
    shows: 'the same from the text',
    name: 'TaskList',
    input: {},
    result: {content: '#1 [in_progress] Fix add (alice)'},
    outcome: '0 of 1 done',
    asked: [],
    answered: [
      {kind: 'todo', items: [{text: '#1 Fix add (alice)', status: 'in-progress', priority: undefined}]},
    ],
  },
  {
    shows: 'that there is nothing to do',
    name: 'TaskList',
    input: {},
    result: {content: 'No tasks found', structured: {tasks: []}},
    asked: [],
    answered: [ansi('No tasks found')],
  },
]
