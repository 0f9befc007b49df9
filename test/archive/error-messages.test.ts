import {mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {archiveFile} from '../../src/archive/sqlite/database/archive-file.ts'
import {recount, recountInProcess} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-words-'))
const home = join(temp, 'home')
const root = join(temp, 'projects')
const session = '0aaaaaaa-0000-4000-8000-000000000001'
const archive = (): unknown => {
  const {ino, birthtimeMs} = statSync(archiveFile(home))
  return {ino, birthtimeMs, others: readdirSync(home).filter((name) => name.startsWith('archive.db.'))}
}
const place = {home, cwd: root}

beforeAll(() => {
  const record = {
    type: 'user',
    uuid: 'a',
    parentUuid: null,
    sessionId: session,
    timestamp: '2026-01-01T00:00:00.000Z',
    cwd: '/work/not a database/corrupt',
    gitBranch: 'malformed',
    message: {role: 'user', content: 'the database disk image is malformed, corrupt, not a database'},
  }
  const folder = join(root, 'corrupt')
  mkdirSync(join(folder, 'not a database'), {recursive: true})
  writeFileSync(join(folder, `${session}.jsonl`), `${JSON.stringify(record)}\n`)
  writeFileSync(join(folder, 'malformed.jsonl'), 'corrupt\n{"malformed":\n')
  writeFileSync(join(folder, 'not a database', 'disk image.jsonl'), 'file is encrypted or is not a database')
  expect(recountInProcess(['index', root], place).status).toBe(0)
})
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const words = ['corrupt', 'malformed', 'not a database', 'database disk image is malformed'] as const
const commands: readonly (readonly string[])[] = words.flatMap((word) => [
  ['ls', '--after', word],
  ['ls', '--limit', word],
  ['ls', '--project', word],
  ['index', `./${word}`],
  ['index', `./corrupt/${word}.jsonl`],
  ['search', word],
  ['search', `after:"${word}"`],
  ['search', `/(${word}/`],
  ['usage', word],
  ['usage', '--timezone', word],
  ['usage', '--since', word],
  ['restore', word],
  ['show', word],
  ['sql', `select "${word}" from ${word.replaceAll(' ', '_')}`],
])

test.each(commands.map((command) => [command.join(' '), command] as const))(
  'recount %s leaves the archive alone',
  (_, command) => {
    const before = archive()
    const {stderr} = recount(command, place)
    expect(archive()).toEqual(before)
    expect(stderr).not.toMatch(/archive was|set aside|aside as/)
  },
)

describe.each(words)('with "%s"', (word) => {
  test.each([
    ['no JSON', word],
    ['a model', JSON.stringify({[word]: 1})],
    ['a price', JSON.stringify({model: {input: 1, output: 1, [word]: 1}})],
  ])('as %s in prices.json the archive is left alone', (_, text) => {
    const before = archive()
    writeFileSync(join(home, 'prices.json'), text)
    const {status, stderr} = recount(['usage'], place)
    rmSync(join(home, 'prices.json'))
    expect({status, stderr}).toEqual({status: 1, stderr: expect.stringMatching(/^Cannot use .*prices\.json/)})
    expect(archive()).toEqual(before)
  })
  test('as the name of the folder it lies in, or of a folder that is no folder', () => {
    const before = archive()
    const odd = join(temp, word)
    writeFileSync(odd, '')
    expect(recount(['index', root], {...place, home: join(odd, word)}).status).toBe(1)
    expect(recount(['index', odd], place).status).toBe(1)
    expect(archive()).toEqual(before)
    rmSync(odd)
  })
})
