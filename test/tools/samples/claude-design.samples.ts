import {ansi, field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the operation with its arguments',
    name: 'ClaudeDesign',
    input: {operation: 'rename', arguments: {id: 'd1', name: 'Home'}},
    result: {content: 'Renamed.', structured: {operation: 'rename', content: []}},
    subject: 'rename',
    asked: [
      ...fields(field('setting', 'operation', 'rename')),
      ...fields(field('setting', 'id', 'd1'), field('setting', 'name', 'Home')),
    ],
    answered: [ansi('Renamed.')],
  },
]
