import {ansi, code, field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'the program, what it printed and what it gave',
    name: 'REPL',
    input: {code: 'console.log(1); [2]', description: 'counts'},
    result: {content: '1\n[2]', structured: {stdout: '1', result: '[2]', stderr: 'slow', error: ''}},
    subject: 'counts',
    asked: [
      code('console.log(1); [2]', 'javascript'),
      ...fields(field('description', 'Description', 'counts')),
    ],
    answered: [ansi('1'), code('[\n  2\n]', 'json'), ansi('slow', 'error')],
  },
  {
    shows: 'the text where there is nothing else',
    name: 'REPL',
    input: {code: '1'},
    result: {content: '1'},
    subject: '1',
    asked: [code('1', 'javascript')],
    answered: [ansi('1')],
  },
]
