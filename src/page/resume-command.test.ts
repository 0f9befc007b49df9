import {spawnSync} from 'node:child_process'
import {describe, expect, test} from 'vitest'
import {resumeCommand, shellQuoted} from './resume-command.ts'

test('a session is resumed where it was at work', () => {
  expect(resumeCommand('3ae4c46c-fb7c', '/home/ada/shop')).toBe(
    'cd /home/ada/shop && claude --resume 3ae4c46c-fb7c',
  )
  expect(resumeCommand('3ae4c46c-fb7c', undefined)).toBe('claude --resume 3ae4c46c-fb7c')
})

test('a folder with spaces and quotes stands in quotes', () => {
  expect(resumeCommand('s', "/home/o'neil/my work")).toBe(
    "cd '/home/o'\\''neil/my work' && claude --resume s",
  )
})

describe.each(['bash', 'sh'])('%s takes every word as it is', (shell) => {
  const words = [
    'plain',
    'two words',
    "it's",
    '$(touch /tmp/x)',
    '`id`',
    'a;b|c&d>e<f',
    '~root',
    '!!',
    'back\\slash',
    '*?[a]',
    'two\nlines',
    "tab\tand 'quote' \\",
    "'$(echo run)'\n`echo run`",
    '-dash\u0085\u00078',
    'bell\u0007 and escape\u001b[31m',
    'ünïcödé 漢字 🎉',
    '-dash',
    '#hash',
    '',
  ]
  for (const word of words)
    test(JSON.stringify(word), () => {
      const {stdout} = spawnSync(shell, ['-c', `printf %s ${shellQuoted(word)}`], {
        encoding: 'utf8',
        env: {...process.env, LC_ALL: 'C.UTF-8'},
      })
      expect(stdout).toBe(word)
    })
})

test('a folder whose name ends in a line feed is not taken for its neighbour', () => {
  const command = resumeCommand('s', '/tmp/a\n').replace(/^cd/, 'printf %s')
  const {stdout} = spawnSync('sh', ['-c', command.replace(/ && .*$/, '')], {encoding: 'utf8'})
  expect(stdout).toBe('/tmp/a\n/')
})

test('what is pasted is one line', () => {
  expect(shellQuoted('a\nrm -rf ~\n')).not.toMatch(/\p{Cc}/u)
})
