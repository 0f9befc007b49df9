import {field, fields, plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

const asked = fields(field('task', 'Job', '1a2b3c4d'))

export const samples: readonly ToolSample[] = [
  {
    shows: 'that a job is gone',
    name: 'CronDelete',
    input: {id: '1a2b3c4d'},
    result: {content: 'Cancelled job 1a2b3c4d.', structured: {id: '1a2b3c4d'}},
    subject: '1a2b3c4d',
    outcome: 'deleted',
    asked,
  },
  {
    shows: 'the text where there is nothing else',
    name: 'CronDelete',
    input: {id: '1a2b3c4d'},
    result: {content: 'Cancelled job 1a2b3c4d.'},
    subject: '1a2b3c4d',
    asked,
    answered: [plain('Cancelled job 1a2b3c4d.')],
  },
]
