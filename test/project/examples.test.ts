import {spawnSync} from 'node:child_process'
import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {
  compileExamples,
  readCommentExamples,
  readMarkdownExamples,
} from '../support/project/compile-examples.ts'
import {root, writtenPages} from '../support/project/documents.ts'

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

describe('every TypeScript block in the README and the guides', () => {
  const examples = writtenPages.flatMap(readMarkdownExamples)
  const temp = mkdtempSync(join(tmpdir(), 'recount-guides-'))
  const out = join(temp, 'out')
  let errors: readonly string[] = []
  beforeAll(() => {
    errors = compileExamples(examples, out)
    // The sample is the reader's latest session.
    cpSync(join(root, 'samples/discount/transcript'), join(temp, '.claude/projects'), {recursive: true})
  })
  afterAll(() => rmSync(temp, {recursive: true, force: true}))

  test('compiles', () => {
    expect(examples.length).toBeGreaterThan(5)
    expect(errors).toEqual([])
  })
  test.each(examples.map(({file, line}, index) => ({name: `${file}:${line}`, index})))(
    'runs: $name',
    ({index}) => {
      const {status, stderr} = spawnSync(process.execPath, [join(out, `example-${index}.js`)], {
        cwd: temp,
        encoding: 'utf8',
        input: readFileSync(join(root, 'samples/discount/stream.jsonl')),
        env: {PATH: process.env['PATH'] ?? '', HOME: temp, TZ: 'UTC'},
      })
      expect({status, stderr}).toEqual({status: 0, stderr: ''})
    },
  )
})
