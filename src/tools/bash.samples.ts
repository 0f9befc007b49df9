import {ansi, field, fields, note} from '../page/index.ts'
import type {ToolSample} from './tool.ts'

export const samples: readonly ToolSample[] = [
  {
    shows: 'a command with its description and what it printed',
    name: 'Bash',
    input: {command: 'echo hooked', description: 'ok'},
    result: {
      content: 'hooked',
      structured: {stdout: 'hooked', stderr: '', interrupted: false, isImage: false},
    },
    subject: 'echo hooked',
    asked: fields(field('command', 'Command', 'echo hooked'), field('description', 'Description', 'ok')),
    answered: [ansi('hooked')],
  },
  {
    shows: 'both streams apart, which the text of the result mixes',
    name: 'Bash',
    input: {command: 'make'},
    result: {
      content: 'built\nwarning: old',
      structured: {stdout: 'built', stderr: 'warning: old', interrupted: false},
    },
    subject: 'make',
    asked: fields(field('command', 'Command', 'make')),
    answered: [ansi('built'), ansi('warning: old', 'error')],
  },
  {
    shows: 'that a command goes on in the background',
    name: 'Bash',
    input: {command: 'sleep 9', run_in_background: true},
    result: {
      content: 'Command running in background with ID: b7rz6dn7b.',
      structured: {stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: 'b7rz6dn7b'},
    },
    subject: 'sleep 9',
    outcome: 'in the background',
    asked: fields(field('command', 'Command', 'sleep 9'), field('setting', 'Background', 'yes')),
    answered: [note('info', 'Runs on in the background as b7rz6dn7b')],
  },
  {
    shows: 'the text where an old client gave nothing else',
    name: 'Bash',
    input: {command: 'ls', timeout: 5000},
    result: {content: 'a\nb'},
    subject: 'ls',
    asked: fields(field('command', 'Command', 'ls'), field('time', 'Timeout', '5 s')),
    answered: [ansi('a\nb')],
  },
]
