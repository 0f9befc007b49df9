import {readdirSync} from 'node:fs'
import {expect, test} from 'vitest'
import {compileExamples, readCommentExamples} from '../support/project/compile-examples.ts'

const sources = readdirSync(new URL('../../src', import.meta.url), {recursive: true, encoding: 'utf8'})
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

test('every @example in the source compiles against the built package', () => {
  const examples = sources.flatMap(readCommentExamples)
  expect(examples.length).toBeGreaterThan(0)
  expect(compileExamples(examples)).toEqual([])
})

test('an error names the file and line of the example', () => {
  const code = "import {readLines} from 'recount/sources'\n\nreadLines(1)"
  expect(compileExamples([{file: 'docs/x.md', line: 10, code}])).toEqual([
    expect.stringMatching(/^docs\/x\.md:12: error TS2345: /),
  ])
})
