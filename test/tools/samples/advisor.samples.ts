import {note, prose} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the advice',
    name: 'advisor',
    input: {},
    result: {content: [{type: 'advisor_result', text: 'Run the tests **first**.'}]},
    asked: [],
    answered: [prose('Run the tests **first**.')],
  },
  {
    shows: 'that there is advice nobody can read',
    name: 'advisor',
    input: {},
    result: {content: [{type: 'advisor_redacted_result', encrypted_content: 'Eq'}]},
    asked: [],
    answered: [note('info', 'The advice is encrypted')],
  },
]
