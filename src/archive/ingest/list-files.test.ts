import {execFileSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join, relative} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {describeFile, readOffsets} from '../../sources/index.ts'
import {findFile, listFiles} from './list-files.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-list-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const session = '0aaaaaaa-0000-4000-8000-000000000001'
const secret = join(temp, 'secret.txt')
writeFileSync(secret, '{"agentType":"secret","title":"secret","startedAt":"2026-01-01T00:00:00Z"}\n1\t5\n')
const root = join(temp, 'projects')

function place(name: string): string {
  const path = join(root, name)
  mkdirSync(dirname(path), {recursive: true})
  return path
}

test('only regular files below the folder are kept, and what looks like one is reported', () => {
  const results = `p/${session}/tool-results`
  writeFileSync(place(`p/${session}.jsonl`), '')
  writeFileSync(place(`${results}/a.txt`), '')
  symlinkSync(secret, place(`${results}/passwords.txt`))
  symlinkSync(dirname(secret), place(`${results}/folder`))
  symlinkSync(secret, place('p/linked.jsonl'))
  symlinkSync('/', place('p/everything'))
  execFileSync('mkfifo', [place('p/pipe.jsonl')])
  const problems: string[] = []
  const found = [...listFiles(root, (path) => void problems.push(relative(root, path)))]
  expect(found.map(({path}) => relative(root, path)).sort()).toEqual([
    `p/${session}.jsonl`,
    `p/${session}/tool-results/a.txt`,
  ])
  expect(problems.sort()).toEqual([
    `p/${session}/tool-results/folder`,
    `p/${session}/tool-results/passwords.txt`,
    'p/linked.jsonl',
    'p/pipe.jsonl',
  ])
  expect(findFile(join(root, 'p/linked.jsonl'), root)).toBeUndefined()
})

test('notes beside a file that are links to other files are not read', () => {
  const agent = place(`q/${session}/subagents/agent-1.jsonl`)
  symlinkSync(secret, agent.replace('.jsonl', '.meta.json'))
  expect(describeFile(agent).agent).toEqual({id: '1'})
  const stream = place('r/stream.jsonl')
  symlinkSync(secret, place('r/stream.meta.json'))
  symlinkSync(secret, place('r/offsets.txt'))
  expect(describeFile(stream)).toEqual({path: stream})
  expect(readOffsets(stream)).toBeUndefined()
})
