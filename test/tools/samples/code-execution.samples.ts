import {ansi, code, field, fields} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'a program with what it printed and the files it left',
    name: 'code_execution',
    input: {code: 'print(1)'},
    result: {
      content: [
        {
          type: 'code_execution_result',
          stdout: '1\n',
          stderr: '',
          return_code: 0,
          content: [{type: 'code_execution_output', file_id: 'file_1'}],
        },
      ],
    },
    subject: 'print(1)',
    asked: [code('print(1)', 'python')],
    answered: [ansi('1\n'), ...fields(field('file', 'Files', 'file_1'))],
  },
  {
    shows: 'how a command failed',
    name: 'bash_code_execution',
    input: {command: 'ls /nowhere'},
    result: {
      content: [
        {type: 'bash_code_execution_result', stdout: '', stderr: 'No such file', return_code: 2, content: []},
      ],
    },
    subject: 'ls /nowhere',
    outcome: 'exit 2',
    asked: fields(field('command', 'Command', 'ls /nowhere')),
    answered: [ansi('No such file', 'error')],
  },
]
