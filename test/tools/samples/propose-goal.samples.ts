import {field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the goal that was proposed and the one that was set',
    name: 'ProposeGoal',
    input: {condition: 'all tests pass', ask_user: true},
    result: {content: 'Goal set.', structured: {condition: 'all tests pass twice', askUser: true}},
    subject: 'all tests pass',
    asked: fields(
      field('description', 'Condition', 'all tests pass'),
      field('setting', 'Ask the user', 'yes'),
    ),
    answered: fields(
      field('description', 'Goal', 'all tests pass twice'),
      field('setting', 'Asked the user', 'yes'),
    ),
  },
]
