import {ansi, field, fields, note} from '../../../src/page/index.ts'
import type {ToolSample} from '../tool-samples.ts'

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
    name: 'PowerShell',
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
    shows: 'a script of several lines on one line where there is room for one',
    name: 'Bash',
    input: {command: 'cd /tmp\n  ls\n'},
    subject: 'cd /tmp ⏎ ls',
    asked: fields(field('command', 'Command', 'cd /tmp\n  ls\n')),
  },
  {
    shows: 'that a command is to go on in the background, as long as it does not',
    name: 'Bash',
    input: {command: 'sleep 9', run_in_background: true},
    subject: 'sleep 9',
    asked: fields(field('command', 'Command', 'sleep 9'), field('setting', 'Background', 'yes')),
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
    asked: fields(field('command', 'Command', 'sleep 9')),
    answered: [note('info', 'Running in the background as b7rz6dn7b')],
  },
  {
    shows: 'the same by the sentence of an old stream',
    name: 'Bash',
    input: {command: 'sleep 9', run_in_background: true},
    result: {content: 'Command running in background with ID: fb63c2'},
    subject: 'sleep 9',
    outcome: 'in the background',
    asked: fields(field('command', 'Command', 'sleep 9')),
    answered: [note('info', 'Running in the background as fb63c2')],
  },
  {
    shows: 'that a command took too long and was moved to the background, with what it had printed',
    name: 'Bash',
    input: {command: 'echo before; sleep 5', timeout: 1000},
    result: {
      content:
        'before\nCommand did not complete within its 1s timeout and was moved to the background (ID: bp0ieybb3).',
      structured: {stdout: 'before', stderr: '', backgroundTaskId: 'bp0ieybb3', timedOutAfterMs: 1000},
    },
    subject: 'echo before; sleep 5',
    outcome: 'in the background',
    asked: fields(field('command', 'Command', 'echo before; sleep 5'), field('time', 'Timeout', '1 s')),
    answered: [ansi('before'), note('info', 'Moved to the background after 1 s as bp0ieybb3')],
  },
  {
    shows: 'that the person sent it to the background',
    name: 'Bash',
    input: {command: 'npm test', dangerouslyDisableSandbox: true},
    result: {
      content: 'Command was manually backgrounded by user with ID: b1.',
      structured: {stdout: '', stderr: '', backgroundTaskId: 'b1', backgroundedByUser: true},
    },
    subject: 'npm test',
    outcome: 'in the background',
    asked: fields(field('command', 'Command', 'npm test'), field('setting', 'Sandbox', 'off')),
    answered: [note('info', 'Moved to the background by the user as b1')],
  },
  {
    shows: 'the text where an old client gave nothing else',
    name: 'Bash',
    input: {command: 'ls', timeout: 120_000},
    result: {content: 'a\nb'},
    subject: 'ls',
    asked: fields(field('command', 'Command', 'ls'), field('time', 'Timeout', '2m 00s')),
    answered: [ansi('a\nb')],
  },
  {
    shows: 'that nothing was printed',
    name: 'Bash',
    input: {command: 'touch allowed.txt'},
    result: {
      content: '(Bash completed with no output)',
      structured: {stdout: '', stderr: '', interrupted: false, isImage: false},
    },
    subject: 'touch allowed.txt',
    outcome: 'no output',
    asked: fields(field('command', 'Command', 'touch allowed.txt')),
    answered: [],
  },
  {
    shows: 'what an exit code means that is no failure',
    name: 'Bash',
    input: {command: 'grep x README.md'},
    result: {
      content: '',
      structured: {stdout: '', stderr: '', returnCodeInterpretation: 'No matches found'},
    },
    subject: 'grep x README.md',
    outcome: 'No matches found',
    asked: fields(field('command', 'Command', 'grep x README.md')),
    answered: [],
  },
  {
    shows: 'an image that a program printed',
    name: 'Bash',
    input: {command: 'plot'},
    result: {
      content: '',
      structured: {stdout: 'data:image/png;base64,iVBORw0KGgo=', stderr: '', isImage: true},
    },
    subject: 'plot',
    asked: fields(field('command', 'Command', 'plot')),
    answered: [
      {
        kind: 'image',
        source: {kind: 'base64', mediaType: 'image/png', data: 'iVBORw0KGgo='},
        alt: 'image',
      },
    ],
  },
  {
    shows: 'the beginning of a large output and where the rest is',
    name: 'Bash',
    input: {command: 'seq 5000'},
    result: {
      content:
        '<persisted-output>\nOutput too large (174.7KB). Full output saved to: /home/dev/b.txt\n\nPreview (first 2KB):\n1\n2\n...\n</persisted-output>',
      structured: {
        stdout: '1\n2\n3',
        stderr: '',
        persistedOutputPath: '/home/dev/b.txt',
        persistedOutputSize: 178_893,
      },
    },
    subject: 'seq 5000',
    asked: fields(field('command', 'Command', 'seq 5000')),
    answered: [ansi('1\n2\n3'), note('info', 'Full output (179 kB) saved to /home/dev/b.txt')],
  },
  {
    shows: 'the same by the stub that stands in its place',
    name: 'Bash',
    input: {command: 'seq 5000'},
    result: {
      content:
        '<persisted-output>\nOutput too large (174.7KB). Full output saved to: /home/dev/b.txt\n\nPreview (first 2KB):\n1\n2\n...\n</persisted-output>',
    },
    subject: 'seq 5000',
    asked: fields(field('command', 'Command', 'seq 5000')),
    answered: [ansi('1\n2'), note('info', 'Full output (174.7KB) saved to /home/dev/b.txt')],
  },
  {
    shows: 'the files that a command changed',
    name: 'Bash',
    input: {command: 'echo kiwi > word.txt'},
    result: {
      content: '(Bash completed with no output)',
      structured: {
        stdout: '',
        stderr: '',
        bashEditDiff: {
          files: [
            {
              filePath: '/home/dev/work/demo/word.txt',
              hunks: [{oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+kiwi']}],
              created: true,
            },
          ],
          moreFiles: 2,
        },
      },
    },
    subject: 'echo kiwi > word.txt',
    asked: fields(field('command', 'Command', 'echo kiwi > word.txt')),
    answered: [
      {
        kind: 'diff',
        path: '/home/dev/work/demo/word.txt',
        hunks: [{lines: [{sign: '+', text: 'kiwi', oldLine: undefined, newLine: 1}]}],
      },
      note('info', '2 more files changed'),
    ],
  },
  {
    shows: 'what a command did to the repository',
    name: 'Bash',
    input: {command: 'gh pr create --fill'},
    result: {
      content: 'https://github.com/o/r/pull/7',
      structured: {
        stdout: 'https://github.com/o/r/pull/7',
        stderr: '',
        gitOperation: {
          commit: {sha: '1a2b3c4d5e6f', kind: 'committed'},
          push: {branch: 'fix'},
          pr: {number: 7, url: 'https://github.com/o/r/pull/7', action: 'created'},
        },
      },
    },
    subject: 'gh pr create --fill',
    outcome: 'committed 1a2b3c4, pushed fix, created PR #7',
    asked: fields(field('command', 'Command', 'gh pr create --fill')),
    answered: [
      ansi('https://github.com/o/r/pull/7'),
      {kind: 'link', url: 'https://github.com/o/r/pull/7', text: 'PR #7'},
    ],
  },
  {
    shows: 'every field of a call that has no command',
    name: 'Bash',
    input: {__unparsedToolInput: {raw: '{"command": "echo hi', len: 20}},
    asked: fields(field('setting', '__unparsedToolInput', '{"raw":"{\\"command\\": \\"echo hi","len":20}')),
  },
]
