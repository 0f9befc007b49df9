import {expect, test} from 'vitest'
import {describeCommandOutput} from './describe-message.ts'

const kindsOf = (stdout: string, stderr = ''): readonly string[] =>
  describeCommandOutput(stdout, stderr).map(({kind}) => kind)

test('what a command wrote as Markdown is Markdown', () => {
  expect(kindsOf('## Context Usage\n\n**Model:** x\n')).toEqual(['prose'])
  expect(kindsOf('| Skill | Tokens |\n|-------|:------:|\n| tidy | 20 |')).toEqual(['prose'])
  expect(kindsOf('# Usage', 'and a warning')).toEqual(['prose', 'ansi'])
})

test('what it wrote for a terminal stays as it is', () => {
  for (const printed of ['Compacted', '\u001b[1m## Bold\u001b[0m', '#42 is open', '| a | b |', '---'])
    expect(kindsOf(printed), printed).toEqual(['ansi'])
})
