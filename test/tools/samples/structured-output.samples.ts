import {plain} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the output as it is',
    name: 'StructuredOutput',
    input: {name: 'kiwi', n: 3},
    result: {content: 'Structured output provided successfully'},
    outcome: 'accepted',
    asked: [{kind: 'raw', value: {name: 'kiwi', n: 3}}],
  },
  {
    shows: 'what else a client may say of it',
    name: 'StructuredOutput',
    input: {},
    result: {content: 'Kept.'},
    asked: [{kind: 'raw', value: {}}],
    answered: [plain('Kept.')],
  },
]
