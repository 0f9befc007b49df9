import {spawnSync} from 'node:child_process'
import {appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, expect, test} from 'vitest'
import {jsonLines, recount} from '../support/program.ts'

const temp = mkdtempSync(join(tmpdir(), 'recount-long-'))
afterAll(() => rmSync(temp, {recursive: true, force: true}))

const session = '0aaaaaaa-0000-4000-8000-000000000001'
const said = (text: string): string =>
  `${JSON.stringify({type: 'user', uuid: text, parentUuid: null, sessionId: session, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work', message: {role: 'user', content: text}})}\n`

test('a line of more than a gigabyte is kept as one unreadable record, and everything around it is read', () => {
  const place = {home: join(temp, 'home')}
  const root = join(temp, 'root')
  mkdirSync(root)
  const path = join(root, `${session}.jsonl`)
  writeFileSync(path, said('before'))
  truncateSync(path, 1100 * 1024 * 1024)
  writeFileSync(join(root, 'other.jsonl'), said('elsewhere').replaceAll('0aaaaaaa', '0bbbbbbb'))
  const index = () => {
    const {stdout, stderr, status} = recount(['index', '--json', root], place)
    return {report: jsonLines(stdout)[0], stderr, status}
  }
  expect(index()).toMatchObject({report: {files: 2, records: 3}, stderr: '', status: 0})
  appendFileSync(path, `\n${said('after')}`)
  expect(index()).toMatchObject({report: {records: 1}, stderr: '', status: 0})
  expect(jsonLines(recount(['ls', '--json'], place).stdout)).toMatchObject([
    {sessionId: session, records: 3},
    {records: 1},
  ])
  expect(jsonLines(recount(['search', '--json', 'after'], place).stdout)).toHaveLength(1)
  const target = join(temp, 'back')
  expect(recount(['restore', session, '--to', target], place).status).toBe(0)
  expect(spawnSync('cmp', [path, join(target, `${session}.jsonl`)]).status).toBe(0)
})
