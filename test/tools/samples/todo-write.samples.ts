import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the list with its priorities, and what is being done',
    name: 'TodoWrite',
    input: {
      todos: [
        {id: '1', content: 'Fix add', status: 'completed', activeForm: 'Fixing add', priority: 'high'},
        {
          id: '2',
          content: 'Write tests',
          status: 'in_progress',
          activeForm: 'Writing tests',
          priority: 'medium',
        },
      ],
    },
    result: {content: 'Todos have been modified successfully. Ensure that you continue to use the todo list'},
    subject: 'Writing tests',
    outcome: '1 of 2 done',
    asked: [
      {
        kind: 'todo',
        items: [
          {text: 'Fix add', status: 'completed', priority: 'high'},
          {text: 'Write tests', status: 'in-progress', priority: 'medium'},
        ],
      },
    ],
    answered: [],
  },
  {
    shows: 'what comes next where nothing is being done, and items that are bare texts',
    name: 'TodoWrite',
    input: {
      todos: ['Think', {content: 'Fix add', status: 'pending'}, {content: 'Rest', status: 'cancelled'}, 7],
    },
    subject: 'Fix add',
    asked: [
      {
        kind: 'todo',
        items: [
          {text: 'Think', status: 'pending', priority: undefined},
          {text: 'Fix add', status: 'pending', priority: undefined},
          {text: 'Rest', status: 'cancelled', priority: undefined},
        ],
      },
    ],
  },
  {
    shows: 'a list that is no list as it stands',
    name: 'TodoWrite',
    input: {todos: '[{"content": "Fix add"}]'},
    asked: [{kind: 'fields', fields: [{role: 'setting', label: 'todos', value: '[{"content": "Fix add"}]'}]}],
  },
]
