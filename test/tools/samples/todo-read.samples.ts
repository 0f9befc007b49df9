import {ansi} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the list behind a sentence, which is JSON',
    name: 'TodoRead',
    input: {},
    result: {
      content:
        'Remember to continue to use update and read from the todo list as you make progress. Here is the current list: [{"content":"Fix add","status":"completed","priority":"high","id":"1"}]',
    },
    outcome: '1 of 1 done',
    asked: [],
    answered: [{kind: 'todo', items: [{text: 'Fix add', status: 'completed', priority: 'high'}]}],
  },
  {
    shows: 'the text where there is no list in it',
    name: 'TodoRead',
    input: {},
    result: {content: 'The list is empty [for now'},
    asked: [],
    answered: [ansi('The list is empty [for now')],
  },
]
