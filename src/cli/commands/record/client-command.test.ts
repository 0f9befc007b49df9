import {expect, test} from 'vitest'
import {completeClientCommand} from './client-command.ts'

const stream = ['--output-format', 'stream-json']

test.each([
  ['claude -p hi', ['claude', '-p', 'hi'], [...stream, '--verbose']],
  ['a path to it', ['/opt/bin/claude', '-p', 'hi', '--verbose'], stream],
  ['a package', ['npx', '-y', '@anthropic-ai/claude-code@latest', '-p', 'hi'], [...stream, '--verbose']],
  ['a stream without --verbose', ['claude', '-p', 'hi', ...stream], ['--verbose']],
  ['one word for option and value', ['claude', '--output-format=stream-json', '-p', 'hi'], ['--verbose']],
  ['everything there', ['claude', '-p', 'hi', '--verbose', ...stream], []],
  ['another program', ['cat', 'x'], []],
  ['another program that is asked about it', ['mine', '-p', 'claude'], []],
])('%s gets what is missing', (_, words, added) => {
  expect(completeClientCommand(words)).toEqual({words: [...words, ...added], added, otherFormat: undefined})
})

test('options are added before the words that are not options', () => {
  expect(completeClientCommand(['claude', '-p', '--', '-hi']).words).toEqual([
    'claude',
    '-p',
    ...stream,
    '--verbose',
    '--',
    '-hi',
  ])
})

test('another output format is left unchanged', () => {
  const words = ['claude', '-p', 'hi', '--output-format', 'json']
  expect(completeClientCommand(words)).toEqual({words, added: [], otherFormat: 'json'})
})
