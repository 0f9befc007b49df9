import {note} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'that plan mode began, without the rules that are meant for the model',
    name: 'EnterPlanMode',
    input: {},
    result: {
      content:
        'Entered plan mode. You should now focus on exploring the codebase.\n\nIn plan mode, you should: …',
      structured: {message: 'Entered plan mode. You should now focus on exploring the codebase.'},
    },
    asked: [],
    answered: [note('info', 'Entered plan mode')],
  },
]
